import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { onPath } from '../../shared/basics/on-path.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { readResult } from '../../shared/results/file.ts'
import { git } from '../processes/git.ts'
import { inProcess } from '../test/cli.ts'
import { writeFaultyServers } from '../test/faulty/faulty-servers.ts'
import {
  commandLine,
  faultyDirectory,
  filesIn,
  mountsForbidden,
  ownRunDirectory,
  processesOf,
  runDirectory,
  SHORT,
  withMounts,
} from '../test/testing.ts'

const FAULTY = faultyDirectory()
/** Arguments of the shortest run of a faulty server. */
const runOf = (name: string, out: string, directory = FAULTY) => {
  const chosen = ['--servers-dir', directory, '--servers', name]
  return ['run', 'update-user', ...chosen, ...SHORT, '--out', out]
}
const skip = mountsForbidden()

test('a folder in a directory is measured, and no file of the repository changes', async (t) => {
  const scratch = runDirectory(t)
  const servers = join(scratch, 'servers')
  writeFaultyServers(servers)
  const measured = 'bench servers shared results package.json'.split(' ')
  const status = ['status', '--porcelain', '--ignored', '--', ...measured]
  const repository = () => git(ROOT, ...status)
  const before = repository()
  const out = join(scratch, 'result.json')
  const args = [...runOf('honest', out, servers), '--pipelining', '3']
  const run = await commandLine(scratch, args)
  assert.deepEqual([run.status, run.complaints], [0, []])
  const { protocol, subjects } = readResult(out)
  assert.equal(protocol.pipelining, 3)
  assert.deepEqual(
    subjects.map(({ name, summary }) => [name, summary?.trials]),
    [['honest', 1]],
  )
  assert.equal(repository(), before)
  assert.deepEqual(processesOf(scratch), [])
})

/** Runs with its result on a small disk, and asserts that it leaves nothing there. */
async function runOnSmallDisk(t: TestContext, fill: string) {
  const scratch = runDirectory(t)
  mkdirSync(join(scratch, 'disk'))
  const mounted = withMounts(`
    cd '${scratch}'
    mount -t tmpfs -o size=20M tmpfs disk
    fill() { cat /dev/zero > disk/filler 2>/dev/null || true; }
    ${fill}
    status=0
    "$@" || status=$?
    ls -A disk > listing
    exit $status`)
  const args = runOf('leaves-marks', join(scratch, 'disk/result.json'))
  const { status, complaints, output } = await commandLine(scratch, args, mounted)
  assert.deepEqual([status, complaints.length], [3, 1], complaints.join('\n'))
  assert.equal(readFileSync(join(scratch, 'listing'), 'utf8'), 'filler\n')
  assert.deepEqual(processesOf(scratch), [])
  return { complaint: complaints[0] ?? '', output, files: filesIn(scratch) }
}

test('a full disk is reported before the measurement', { skip }, async (t) => {
  const { complaint, output, files } = await runOnSmallDisk(t, 'fill')
  assert.match(complaint, /^cannot write .*\/disk\/result\.json: ENOSPC: .*--out$/)
  assert.deepEqual([output, files], [[], ['listing']])
})

test('a disk that fills up during the run ends it', { skip }, async (t) => {
  const underLoad =
    '(for i in $(seq 400); do test -e loaded && break; sleep 0.05; done; fill) 2>/dev/null &'
  const { complaint, files } = await runOnSmallDisk(t, underLoad)
  assert.match(complaint, /^ENOSPC: /)
  assert.deepEqual(files, ['listing', 'loaded'])
})

test('a directory that cannot be created is reported before the measurement', async (t) => {
  const scratch = ownRunDirectory(t)
  writeFileSync(join(scratch, 'file'), '')
  const out = join(scratch, 'file/result.json')
  const { status, output, complaints } = await inProcess(...runOf('honest', out))
  assert.deepEqual([status, output, complaints.length], [3, [], 1])
  assert.ok(complaints[0]?.startsWith(`cannot write ${out}: `))
})

const unpinned = process.platform !== 'linux' || !onPath('taskset') ? 'no taskset' : false
test('if the load generator shares its CPU, a line says so', { skip: unpinned }, async (t) => {
  const scratch = runDirectory(t)
  const lastCpu = '"$(grep Cpus_allowed_list /proc/self/status | grep -oE "[0-9]+$")"'
  const onOneCpu = ['sh', '-c', `exec taskset --cpu-list ${lastCpu} "$@"`, 'sh']
  const args = runOf('honest', join(scratch, 'result.json'))
  const { status, complaints, output } = await commandLine(scratch, args, onOneCpu)
  assert.deepEqual([status, complaints], [0, []])
  for (const line of [
    'no process is pinned to a CPU: there is only one CPU',
    'no × baseline: http-node is not among the servers',
  ])
    assert.ok(output.includes(line), output.join('\n'))
})

test('a run continues after its output has been closed', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  const toHead = ['sh', '-c', '"$@" | head -n 1', 'sh']
  const args = [...runOf('honest', out), '--rounds', '2']
  const { complaints, output } = await commandLine(scratch, args, toHead)
  assert.deepEqual([complaints, output.length], [[], 1])
  assert.equal(readResult(out).details.rounds.length, 2)
})
