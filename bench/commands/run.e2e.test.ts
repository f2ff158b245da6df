import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import { readResult } from '../../shared/results/file.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { onPath } from '../processes/programs.ts'
import { inProcess } from '../test/cli.ts'
import {
  commandLine,
  faultyDirectory,
  filesIn,
  mountsForbidden,
  ownRunDirectory,
  processesOf,
  readOnly,
  runDirectory,
  SHORT,
  withMounts,
} from '../test/testing.ts'

const FAULTY = faultyDirectory()
const validation = { ...disclosure.validation, errors: 'all' }
const manifest = { bench: { router: false, ...disclosure, validation, description: 'a server' } }
const faulty = (name: string) => ['--servers-dir', FAULTY, '--servers', name]
/** Arguments of the shortest run of a faulty server. */
const runOf = (name: string, out: string) => [
  'run',
  'update-user',
  ...faulty(name),
  ...SHORT,
  '--out',
  out,
]
const skip = mountsForbidden()
const readOnlyRepository = withMounts(`${readOnly(ROOT)}; cd '${ROOT}'; exec "$@"`)

test('a folder in a directory is measured, and no file of the repository changes', async (t) => {
  const scratch = runDirectory(t)
  writeTree(scratch, {
    'servers/mine/package.json': manifest,
    'servers/mine/update-user.js': `import ${JSON.stringify(join(FAULTY, 'honest/update-user.ts'))}`,
  })
  const measured = 'bench servers shared results package.json'.split(' ')
  const status = ['status', '--porcelain', '--ignored', '--', ...measured]
  const repository = () => execFileSync('git', status, { cwd: ROOT, encoding: 'utf8' })
  const before = repository()
  const out = join(scratch, 'result.json')
  const chosen = ['--servers-dir', join(scratch, 'servers'), '--servers', 'mine', '--out', out]
  const run = await commandLine(
    scratch,
    ['run', 'update-user', ...chosen, ...SHORT],
    skip ? [] : readOnlyRepository,
  )
  assert.deepEqual(
    { status: run.status, complaints: run.complaints },
    { status: 0, complaints: [] },
  )
  assert.deepEqual(
    readResult(out).servers.map(({ name, summary }) => [name, summary?.trials]),
    [['mine', 1]],
  )
  assert.equal(repository(), before)
  assert.deepEqual(processesOf(scratch), [])
})

test('if no server can be measured, the result says why', async (t) => {
  const scratch = ownRunDirectory(t)
  const out = join(scratch, 'result.json')
  const { status, complaints } = await inProcess(...runOf('throws-at-start', out))
  assert.deepEqual({ status, complaints }, { status: 1, complaints: [] })
  assert.match(readResult(out).servers[0]?.disqualified?.reason ?? '', /no database here/)
})

test('a read-only results/ is reported before the measurement', { skip }, async (t) => {
  const scratch = runDirectory(t)
  const run = await commandLine(
    scratch,
    ['run', 'update-user', ...faulty('leaves-marks')],
    readOnlyRepository,
  )
  assert.equal(run.status, 3)
  assert.equal(run.complaints.length, 1)
  // If the scenario's directory cannot be created, Node reports ENOENT.
  assert.match(
    run.complaints[0] ?? '',
    /^cannot write .*\/results\/update-user\/.*\.json: (EROFS|ENOENT): .*--out$/,
  )
  assert.deepEqual(run.output, [])
  assert.deepEqual(filesIn(scratch), [])
})

/** Mounts a small disk on `<scratch>/disk`, and lists its files in `<scratch>/listing` at the end. */
function onSmallDisk(scratch: string, setUp: string): string[] {
  mkdirSync(join(scratch, 'disk'))
  return withMounts(`
    cd '${scratch}'
    mount -t tmpfs -o size=20M tmpfs disk
    fill() { cat /dev/zero > disk/filler || true; }
    ${setUp}
    status=0
    "$@" || status=$?
    ls -A disk > listing
    exit $status`)
}

test('a full disk is reported before the measurement', { skip }, async (t) => {
  const scratch = runDirectory(t)
  const args = runOf('leaves-marks', join(scratch, 'disk/result.json'))
  const run = await commandLine(scratch, args, onSmallDisk(scratch, 'fill'))
  assert.equal(run.status, 3)
  const complaints = run.complaints.filter((line) => !line.startsWith('cat:'))
  assert.equal(complaints.length, 1, complaints.join('\n'))
  assert.match(complaints[0] ?? '', /^cannot write .*\/disk\/result\.json: ENOSPC: .*--out$/)
  assert.deepEqual(run.output, [])
  assert.equal(readFileSync(join(scratch, 'listing'), 'utf8'), 'filler\n')
  assert.deepEqual(filesIn(scratch), ['listing'])
})

test('a disk that fills up during the run ends it', { skip }, async (t) => {
  const scratch = runDirectory(t)
  const args = runOf('leaves-marks', join(scratch, 'disk/result.json'))
  const fillUnderLoad =
    '(for i in $(seq 400); do test -e loaded && break; sleep 0.05; done; fill) 2>/dev/null &'
  const run = await commandLine(scratch, args, onSmallDisk(scratch, fillUnderLoad))
  assert.equal(run.status, 3)
  assert.equal(run.complaints.length, 1, run.complaints.join('\n'))
  assert.match(run.complaints[0] ?? '', /^ENOSPC: /)
  assert.equal(readFileSync(join(scratch, 'listing'), 'utf8'), 'filler\n')
  assert.deepEqual(filesIn(scratch), ['listing', 'loaded'])
  assert.deepEqual(processesOf(scratch), [])
})

test('a directory that cannot be created is reported', async (t) => {
  const scratch = ownRunDirectory(t)
  writeFileSync(join(scratch, 'file'), '')
  const out = join(scratch, 'file/result.json')
  const run = await inProcess(...runOf('honest', out))
  assert.equal(run.status, 3)
  assert.deepEqual(run.output, [])
  assert.equal(run.complaints.length, 1)
  assert.ok(run.complaints[0]?.startsWith(`cannot write ${out}: `))
})

const unpinned = process.platform !== 'linux' || !onPath('taskset') ? 'no taskset' : false
test('if the load generator shares its CPU, a line says so', { skip: unpinned }, async (t) => {
  const scratch = runDirectory(t)
  const lastCpu = '"$(grep Cpus_allowed_list /proc/self/status | grep -oE "[0-9]+$")"'
  const onOneCpu = ['sh', '-c', `exec taskset --cpu-list ${lastCpu} "$@"`, 'sh']
  const args = runOf('honest', join(scratch, 'result.json'))
  const { status, complaints, output } = await commandLine(scratch, args, onOneCpu)
  assert.deepEqual({ status, complaints }, { status: 0, complaints: [] })
  assert.ok(
    output.includes('no process is pinned to a CPU: there is only one CPU'),
    output.join('\n'),
  )
  assert.ok(output.includes('no × baseline: http-node is not among the servers'))
})

test('a requested server that is not installed sets the exit status', async (t) => {
  const scratch = ownRunDirectory(t)
  writeTree(scratch, {
    'servers/lacking/package.json': {
      dependencies: { 'no-such-package': '1.0.0' },
      bench: { ...manifest.bench, install: 'npm install --no-save no-such-package' },
    },
    'servers/lacking/update-user.ts': '',
  })
  const directories = ['--servers-dir', FAULTY, '--servers-dir', join(scratch, 'servers')]
  const verify = (...args: string[]) => inProcess('verify', 'update-user', ...directories, ...args)
  const asked = await verify('--servers', 'honest,lacking')
  assert.ok(
    asked.output.some((line) =>
      line.includes(
        'lacking is not installed; it needs no-such-package 1.0.0: npm install --no-save no-such-package',
      ),
    ),
  )
  assert.equal(asked.status, 1)
  assert.equal((await verify('--servers', 'honest')).status, 0)
})

test('a run continues after its output has been closed', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  const toHead = ['sh', '-c', '"$@" | head -n 1', 'sh']
  const args = [...runOf('honest', out), '--rounds', '2']
  const { complaints, output } = await commandLine(scratch, args, toHead)
  assert.deepEqual(complaints, [])
  assert.equal(output.length, 1)
  assert.equal(readResult(out).rounds.length, 2)
})
