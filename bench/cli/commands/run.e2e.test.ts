import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { writeTree } from '../../../shared/basics/testing.ts'
import { readResult, writeResult } from '../../../shared/result/file.ts'
import { disclosure, sampleResult } from '../../../shared/result/samples.ts'
import { onPath } from '../../machine/programs.ts'
import {
  commandLine,
  filesIn,
  liarsDirectory,
  mountsForbidden,
  processesOf,
  readOnly,
  runDirectory,
  SHORT,
  withMounts,
} from '../../test/testing.ts'

const LIARS = liarsDirectory()
const validation = { ...disclosure.validation, errors: 'all' }
const manifest = { bench: { router: false, ...disclosure, validation, description: 'a server' } }
const liar = (name: string) => ['--servers-dir', LIARS, '--servers', name]
const skip = mountsForbidden()
const readOnlyRepository = withMounts(`${readOnly(ROOT)}; cd '${ROOT}'; exec "$@"`)

test('wrong usage is one line, status 2, and nothing is measured', { concurrency: 2 }, async (t) => {
  const scratch = runDirectory(t)
  writeTree(scratch, {
    'not-json/server/package.json': '{\n  "name": "server",\n}',
    'null/server/package.json': 'null',
    'no-manifest/server/package.json': { name: 'server' },
    'wrong-manifest/server/package.json': { bench: { ...manifest.bench, serializer: 'some' } },
    'twice/fastify/package.json': manifest,
    'no-scenario/server/package.json': manifest,
    'no-case/server/package.json': {
      bench: { ...manifest.bench, knownDeviations: [{ case: 'malformd JSON', status: 500, reason: 'a reason' }] },
    },
    'no-case/server/update-user.ts': '',
    'no-dependency/server/package.json': { bench: { ...manifest.bench, package: 'express' } },
    'taken.json': 'mine',
    'empty/readme.txt': '',
  })
  const from = (directory: string) => ['run', 'update-user', '--servers-dir', join(scratch, directory)]
  const cases: [args: string[], complaint: RegExp][] = [
    [['run', 'nothing'], /^no scenario called nothing: there is .*update-user/],
    [['run'], /^a scenario is missing: there is update-user, .*hello.*, or "all"$/],
    [['scale'], /^a scenario is missing: there is update-user, .*hello/],
    [['help', 'nope'], /^no command called nope: there is run, verify, .*compare/],
    [['list', '--tag', 'nope'], /^no server is left by --tag nope: --tag takes .*\brpc\b/],
    [['run', 'update-user', '--warmup', '-1'], /'--warmup <s>' argument '-1' is invalid.* 0 or above/],
    [['run', 'update-user', '--workers', '100000'], /'--workers <n>' argument '100000' is invalid.* for each CPU/],
    [['run', 'hello', '--servers', 'valibot'], /^none of the servers has the scenario hello/],
    [['rum', 'update-user'], /unknown command 'rum' .*run/],
    [['run', 'update-user', '--round', '3'], /unknown option '--round' .*--rounds/],
    [['run', 'update-user', '--rounds', 'many'], /'--rounds <n>' argument 'many' is invalid.* whole number from 1/],
    [['run', 'update-user', '--generator', 'ab'], /'--generator <name>' argument 'ab' is invalid/],
    [['run', 'update-user', '--servers', 'fastify,nobody'], /^no server called nobody: there are .*fastify/],
    [['run', 'update-user', ...liar('honest'), '--out', join(scratch, 'taken.json')], /taken\.json exists.* --out$/],
    [['run', 'update-user', '--until', '1'], /'--until <percent>' argument '1' is invalid.* percentage, such as 1%/],
    [['run', 'update-user', '--max-time', '5'], /'--max-time <time>' argument '5' is invalid.* 20m, 90s/],
    [['run', 'update-user', '--slice', '0'], /'--slice <s>' argument '0' is invalid/],
    [['run', 'update-user', '--slice', '5', '--duration', '1'], /^--slice 5 is longer than --duration 1:/],
    [
      ['run', 'update-user', '--generator', 'wrk', '--duration', '0.5'],
      /^wrk can't load for less than 1 s: use a longer/,
    ],
    [['run', 'update-user', '--connections', '99999999'], /argument '99999999' is invalid.* from 1 to 10000/],
    [['run', 'update-user', '--max-time', '5m'], /^--max-time ends what --until goes on with: add --until$/],
    [['run', 'update-user', '--quick', '--until', '5%'], /^--quick is one short round, and --until adds rounds/],
    [['run', 'update-user', ...liar('honest'), '--out', ''], /exists, and no result is overwritten/],
    [['run', 'update-user', '--servers', 'fastify', '--aa'], /^--aa measures http-node twice: it must be one of/],
    [['run', 'update-user', '--quick', '--instructions'], /^--quick counts nothing: leave --instructions out$/],
    [
      ['run', 'update-user', '--generator', 'oha', '--pipelining', '10', '--servers', 'fastify'],
      /^the load generator oha (can't pipeline|is not)/,
    ],
    [
      from('no-case'),
      /no-case\/server\/package\.json: bench\.knownDeviations: no contract .* case "malformd JSON": there is "malformed JSON", .* more$/,
    ],
    [['verify', ...from('no-case').slice(2)], /no-case\/server\/package\.json: bench\.knownDeviations: no contract/],
    [from('no-dependency'), /package\.json: bench\.package: express is no dependency of the folder$/],
    [from('empty'), /empty holds no server folder: --servers-dir takes the directory above it$/],
    [from('nowhere'), /nowhere is not a directory: --servers-dir takes/],
    [from('taken.json'), /taken\.json is not a directory: --servers-dir takes/],
    [from('not-json'), /not-json\/server\/package\.json: .*JSON/],
    [from('null'), /null\/server\/package\.json has no "bench" manifest/],
    [from('no-manifest'), /no-manifest\/server\/package\.json has no "bench" manifest/],
    [from('wrong-manifest'), /package\.json: bench\.serializer: Invalid option/],
    [from('twice'), /^two servers are called fastify: rename .* or .*twice\/fastify$/],
    [[...from('no-scenario'), '--servers', 'server'], /^none of the servers has the scenario update-user/],
  ]
  const isWrong = ([args, complaint]: (typeof cases)[number]) =>
    t.test(args.join(' ').replaceAll(scratch, ''), async () => {
      const { status, complaints, output } = await commandLine(scratch, args)
      assert.equal(complaints.length, 1, complaints.join('\n'))
      assert.match(complaints[0] ?? '', complaint)
      assert.deepEqual({ status, output }, { status: 2, output: [] })
    })
  await Promise.all(cases.map(isWrong))
  assert.equal(readFileSync(join(scratch, 'taken.json'), 'utf8'), 'mine')
})

test('a folder dropped into a directory is measured, and no file of the repository is touched', async (t) => {
  const scratch = runDirectory(t)
  writeTree(scratch, {
    'servers/mine/package.json': manifest,
    'servers/mine/update-user.js': `import ${JSON.stringify(join(LIARS, 'honest/update-user.ts'))}`,
  })
  const repository = () => {
    const git = ['status', '--porcelain', '--ignored', '--', 'bench', 'servers', 'shared', 'results', 'package.json']
    return execFileSync('git', git, { cwd: ROOT, encoding: 'utf8' })
  }
  const before = repository()
  const out = join(scratch, 'result.json')
  const chosen = ['--servers-dir', join(scratch, 'servers'), '--servers', 'mine', '--out', out]
  const run = await commandLine(scratch, ['run', 'update-user', ...chosen, ...SHORT], skip ? [] : readOnlyRepository)
  assert.deepEqual({ status: run.status, complaints: run.complaints }, { status: 0, complaints: [] })
  assert.deepEqual(
    readResult(out).servers.map(({ name, summary }) => [name, summary?.trials]),
    [['mine', 1]],
  )
  assert.equal(repository(), before)
  assert.deepEqual(processesOf(scratch), [])
})

test('where no server can be measured, the result says why', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  const options = [...liar('throws-at-start'), ...SHORT, '--out', out]
  const { status, complaints } = await commandLine(scratch, ['run', 'update-user', ...options])
  assert.deepEqual({ status, complaints }, { status: 1, complaints: [] })
  assert.match(readResult(out).servers[0]?.refusal?.reason ?? '', /no database here/)
})

test('read-only results/ is named before anything is measured', { skip }, async (t) => {
  const scratch = runDirectory(t)
  const run = await commandLine(scratch, ['run', 'update-user', ...liar('leaves-marks'), '--quick'], readOnlyRepository)
  assert.equal(run.status, 1)
  assert.equal(run.complaints.length, 1)
  // Where the scenario has no directory yet, Node says ENOENT of one that can't be made.
  assert.match(run.complaints[0] ?? '', /^can't write .*\/results\/update-user\/.*\.json: (EROFS|ENOENT): .*--out$/)
  assert.deepEqual(run.output, [])
  assert.deepEqual(filesIn(scratch), [])
})

/** A small disk on `<scratch>/disk`; what is on it in the end is listed in `<scratch>/listing`. */
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

test('a full disk is named before anything is measured', { skip }, async (t) => {
  const scratch = runDirectory(t)
  const args = ['run', 'update-user', ...liar('leaves-marks'), ...SHORT, '--out', join(scratch, 'disk/result.json')]
  const run = await commandLine(scratch, args, onSmallDisk(scratch, 'fill'))
  assert.equal(run.status, 1)
  const complaints = run.complaints.filter((line) => !line.startsWith('cat:'))
  assert.equal(complaints.length, 1, complaints.join('\n'))
  assert.match(complaints[0] ?? '', /^can't write .*\/disk\/result\.json: ENOSPC: .*--out$/)
  assert.deepEqual(run.output, [])
  assert.equal(readFileSync(join(scratch, 'listing'), 'utf8'), 'filler\n')
  assert.deepEqual(filesIn(scratch), ['listing'])
})

test('a disk that fills up during the run costs no result', { skip }, async (t) => {
  const scratch = runDirectory(t)
  const args = ['run', 'update-user', ...liar('leaves-marks'), ...SHORT, '--out', join(scratch, 'disk/result.json')]
  const fillUnderLoad = '(for i in $(seq 400); do test -e loaded && break; sleep 0.05; done; fill) 2>/dev/null &'
  const run = await commandLine(scratch, args, onSmallDisk(scratch, fillUnderLoad))
  assert.equal(run.status, 1)
  assert.equal(run.complaints.length, 1, run.complaints.join('\n'))
  assert.match(
    run.complaints[0] ?? '',
    /^can't write .*\/disk\/result\.json: ENOSPC: .*; the result is in .*\/result\.json/,
  )
  assert.equal(readFileSync(join(scratch, 'listing'), 'utf8'), 'filler\n')
  assert.deepEqual(filesIn(scratch), ['listing', 'loaded', 'result.json'])
  assert.equal(readResult(join(scratch, 'result.json')).servers[0]?.summary?.trials, 1)
  assert.deepEqual(processesOf(scratch), [])
})

test('a directory that can not be made is named', async (t) => {
  const scratch = runDirectory(t)
  writeFileSync(join(scratch, 'file'), '')
  const out = join(scratch, 'file/result.json')
  const run = await commandLine(scratch, ['run', 'update-user', ...liar('honest'), ...SHORT, '--out', out])
  assert.equal(run.status, 1)
  assert.deepEqual(run.output, [])
  assert.equal(run.complaints.length, 1)
  assert.ok(run.complaints[0]?.startsWith(`can't write ${out}: `))
  assert.ok(!existsSync(join(scratch, 'rpc-validation-benchmarks.lock')))
})

test('--aa puts a copy of the baseline into the result, and no other place', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  const options = ['--servers', 'http-node', '--aa', ...SHORT, '--out', out]
  const { status, complaints, output } = await commandLine(scratch, ['run', 'update-user', ...options])
  assert.deepEqual({ status, complaints }, { status: 0, complaints: [] })
  const { servers, copy, rounds } = readResult(out)
  assert.deepEqual(
    servers.map(({ name }) => name),
    ['http-node'],
  )
  assert.equal(copy?.name, 'http-node.copy')
  assert.equal(copy?.summary?.trials, 1)
  assert.ok((copy?.summary?.ratioToBaseline?.ratio ?? 0) > 0)
  assert.deepEqual(
    rounds.map((round) => round.map((group) => group.toSorted())),
    [[['http-node', 'http-node.copy']]],
  )
  assert.ok(output.some((line) => line.includes('│ http-node.copy')))
})

const unpinned = process.platform !== 'linux' || !onPath('taskset') ? 'no taskset' : false
test('where the load generator has no CPU of its own, a line says so', { skip: unpinned }, async (t) => {
  const scratch = runDirectory(t)
  const lastCpu = '"$(grep Cpus_allowed_list /proc/self/status | grep -oE "[0-9]+$")"'
  const onOneCpu = ['sh', '-c', `exec taskset --cpu-list ${lastCpu} "$@"`, 'sh']
  const args = ['run', 'update-user', ...liar('honest'), ...SHORT, '--out', join(scratch, 'result.json')]
  const { status, complaints, output } = await commandLine(scratch, args, onOneCpu)
  assert.deepEqual({ status, complaints }, { status: 0, complaints: [] })
  assert.ok(output.includes('no process is pinned to a CPU: there is one CPU only'), output.join('\n'))
  assert.ok(output.includes('no × baseline: http-node is not among the servers, and nothing was compared'))
})

test('a server that was asked for by name and is not installed is told by the status', async (t) => {
  const scratch = runDirectory(t)
  writeTree(scratch, {
    'servers/lacking/package.json': {
      dependencies: { 'no-such-package': '1.0.0' },
      bench: { ...manifest.bench, install: 'npm install --no-save no-such-package' },
    },
    'servers/lacking/update-user.ts': '',
  })
  const verify = (...args: string[]) =>
    commandLine(scratch, [
      'verify',
      'update-user',
      '--servers-dir',
      LIARS,
      '--servers-dir',
      join(scratch, 'servers'),
      ...args,
    ])
  const asked = await verify('--servers', 'honest,lacking')
  assert.ok(
    asked.output.some((line) => line.includes('lacking is not installed: npm install --no-save no-such-package')),
  )
  assert.equal(asked.status, 1)
  assert.equal((await verify('--servers', 'honest')).status, 0)
})

test('a run whose output nobody reads any more goes on to its end', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  const toHead = ['sh', '-c', '"$@" | head -n 1', 'sh']
  const args = ['run', 'update-user', ...liar('honest'), '--out', out, ...SHORT, '--rounds', '2']
  const { complaints, output } = await commandLine(scratch, args, toHead)
  assert.deepEqual(complaints, [])
  assert.equal(output.length, 1)
  assert.equal(readResult(out).rounds.length, 2)
})

test('a result that was edited by hand is not published', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  writeResult(out, sampleResult())
  writeFileSync(out, readFileSync(out, 'utf8').replaceAll('"mean": 1000', '"mean": 2000'))
  const { status, complaints, output } = await commandLine(scratch, ['publish', out])
  assert.deepEqual({ status, output }, { status: 2, output: [] })
  assert.equal(complaints.length, 1)
  assert.ok(complaints[0]?.startsWith(`${out} has been edited`), complaints[0])
})
