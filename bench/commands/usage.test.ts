/** Wrong usage of every command: one line with the error, exit status 2, and nothing measured or written. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import { instructions } from '../../shared/probes/instructions.ts'
import { runFiles } from '../../shared/results/file.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleCounts } from '../../shared/test/measurements.ts'
import { disclosure, sampleResult } from '../../shared/test/samples.ts'
import { assertWrongUsage, inProcess } from '../test/cli.ts'
import { ownRunDirectory } from '../test/testing.ts'

/** Arguments, and what the line must name. */
type Case = [args: string, ...tokens: string[]]

const cases: Case[] = [
  ['rum', 'rum', 'run'],
  ['run helo', 'helo', 'did you mean "hello"', 'update-user'],
  ['run update-user --round 3', '--round', '--rounds'],
  ['run update-user --rounds many', '--rounds', 'many'],
  ['run update-user --warmup -1', '--warmup', '-1'],
  ['run update-user --seconds 0', '--seconds', '0'],
  ['run update-user --connections 99999999', '--connections', '99999999'],
  ['run update-user --pipelining 0', '--pipelining', '0'],
  ['run update-user --connections 600 --pipelining 90', '--connections 600', '50,000'],
  ['run update-user --seconds 1 --requests 100', '--seconds', '--requests'],
  ['run update-user --until 1', '--until', "'1'"],
  ['run update-user --max-time 1h', '--max-time', '1h'],
  ['run update-user --max-time 5m', '--max-time', '--until'],
  ['run update-user --sharing cluster', '--sharing cluster', '--workers'],
  ['scale --sharing cluster --servers http-bun', 'http-bun'],
  ['run --workers 2 --sharing cluster --servers http-bun', 'http-bun'],
  ['run update-user --rounds 2 --until 5%', '--rounds 2', '--until'],
  ['run update-user --quick --until 5%', '--quick', '--until'],
  ['run hello --servers express --until 5%', 'http-node'],
  ['footprint --validation zod', '--validation'],
  ['latency --no-sleeping', '--no-sleeping'],
  ['run all --out result.json', '--out', 'all'],
  ['run update-user --resume none.json --rounds 3', '--resume', 'update-user', '--rounds'],
  ['memory --limits --idle 3', '--limits', '--idle'],
  ['memory --resume none.json --soak', '--resume', '--soak'],
  ['run --resume none.json', 'none.json'],
  ['run update-user --servers fastify,hno', 'hno', 'did you mean "hono"'],
  ['run hello --servers valibot', 'hello'],
  ['run update-user --runtime ruby', '--runtime', 'ruby'],
  ['run update-user --servers express --runtime node@12', 'node@12', 'npm install'],
  ['workarounds --servers http-node', 'http-node', 'restify'],
  ['startup --servers http-node --no-counts --no-times', '--no-counts', '--no-times'],
  ['list --runs --runtime bun', '--runs', '--runtime'],
  ['list --tag nope', 'nope', '--tag', 'rpc'],
  ['instructions all --out counts.json', '--out', 'all'],
  ['latency hello --servers http-node --rates 1000,fast', '--rates', '1000,fast'],
  ['validators --servers koa', 'koa', 'arktype'],
  ['validators --runtime node,quickjs', 'node,quickjs'],
  ['footprint --runtime bun', '--runtime'],
  ['generators hello --programs wrk2', 'wrk2', 'bombardier'],
  ['generators hello --requests 50', '--requests 50', '100 connections'],
  ['generators hello --requests 500 --duration 2', '--requests', '--duration'],
  ['generators reject', 'reject', 'invalid'],
  ['verify nothing', 'nothing'],
  ['versions fastify@5.0.0 koa@3.0.0', 'fastify', 'koa'],
  ['versions ms@2.0.0 ms@2.1.0', 'ms', '--servers'],
  ['versions fastify@5.0.0', 'versions'],
  ['versions nothing koa@3.0.0 koa@3.0.1', 'nothing'],
  ['versions koa@3.0.0 koa@3.0.1 --rounds 1', '--rounds 1'],
  ['versions koa@3.0.0 koa@3.0.1 --processes 1', '--processes 1'],
  ['merge', "'files'"],
]
for (const [args, ...tokens] of cases)
  test(args, () => assertWrongUsage(args.split(' '), ...tokens))

const bench = { router: false, ...disclosure, description: 'a server' }
const deviation = { case: 'malformd JSON', status: 500, reason: 'a reason' }
const folders = {
  'no-scenario/server/package.json': { bench },
  'no-case/server/package.json': { bench: { ...bench, knownDeviations: [deviation] } },
  'no-case/server/update-user.ts': '',
  'no-dependency/server/package.json': { bench: { ...bench, package: 'express' } },
  'valid/server/package.json': {
    bench: { ...bench, knownDeviations: [{ ...deviation, case: 'id zero' }] },
  },
  'valid/server/update-user.ts': '',
  'bare/other/package.json': { bench },
  'bare/server/update-user.ts': '',
  'empty/readme.txt': '',
}
const wrongFolders: Case[] = [
  ['verify valid', 'package.json', '"id zero" is valid data', 'delete update-user.ts'],
  ['verify bare --servers server', 'server has no package.json', 'CONTRIBUTING'],
  ['run no-case', 'package.json', 'knownDeviations', '"malformd JSON"', '"malformed JSON"'],
  ['verify no-case', 'package.json', 'knownDeviations', '"malformd JSON"', '"malformed JSON"'],
  ['run no-dependency', 'package.json', 'bench.package', 'express'],
  ['run empty', 'empty', '--servers-dir'],
  ['run no-scenario --servers server', 'update-user'],
]

test('invalid server folders', async (t) => {
  const scratch = temporaryDirectory(t)
  writeTree(scratch, folders)
  for (const [args, ...tokens] of wrongFolders) {
    const [command = '', directory = '', ...others] = args.split(' ')
    const chosen = ['--servers-dir', join(scratch, directory), ...others]
    await assertWrongUsage([command, 'update-user', ...chosen], ...tokens)
  }
})

/** Returns a sealed file with the checksum of another one. */
const resealedWrong = (file: string) =>
  readFileSync(file, 'utf8').replace(/("checksum": ?)"[^"]+"/, `$1"${'0'.repeat(64)}"`)

test('files that exist, have another format or were edited', async (t) => {
  const scratch = ownRunDirectory(t)
  const path = (name: string) => join(scratch, name)
  const result = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })
  writeMeasurement(runFiles, path('old.json'), result)
  writeMeasurement(runFiles, path('other.json'), {
    ...result,
    protocol: { ...result.protocol, connections: 50 },
  })
  writeMeasurement(runFiles, path('edited.json'), sampleResult())
  writeMeasurement(instructions, path('counts.json'), sampleCounts({ express: [200_000] }))
  writeTree(scratch, {
    'broken.json': { probe: 'run', schemaVersion: 0 },
    'latency.json': { schemaVersion: 1, probe: 'latency', protocol: {} },
    'list.json': [1],
    'kept.json.partial': '',
    'edited.json': resealedWrong(path('edited.json')),
    'keyless.json': readFileSync(path('counts.json'), 'utf8').replace('"requests":6000,', ''),
    'edited-counts.json': resealedWrong(path('counts.json')),
  })
  const before = readFileSync(path('old.json'), 'utf8')
  /** Names with a dot are files in the scratch directory. */
  const cases: Case[] = [
    ['run update-user --servers http-node --out old.json', 'old.json', '--out'],
    ['latency hello --servers http-node --out old.json', 'old.json', '--out'],
    ['run --resume old.json', 'old.json', '.partial'],
    ['run update-user --servers http-node --out kept.json', 'kept.json.partial', '--resume'],
    ['merge edited.json', 'edited.json has been edited'],
    ['merge latency.json', 'latency.json', 'latency'],
    ['compare old.json', "'new'"],
    ['compare old.json none.json', 'none.json'],
    ['compare broken.json old.json', 'broken.json', 'version 0'],
    ['compare old.json other.json', 'other.json', 'connections 100 and 50'],
    ['compare counts.json counts.json', 'counts.json', 'same result'],
    ['compare old.json other.json --fail-below 3', '--fail-below', "'3'"],
    ['compare http-node nobody --in old.json', 'nobody', 'express'],
    ['compare counts.json old.json', 'old.json'],
    ['export list.json', 'list.json'],
    ['export update-usr', 'unknown scenario', 'did you mean "update-user"'],
    ['export edited-counts.json', 'edited-counts.json has been edited'],
    ['export keyless.json', 'keyless.json', 'protocol.requests', 'measure again'],
    ['export counts.json --format xml', '--format', 'xml'],
  ]
  for (const [args, ...tokens] of cases) {
    const words = args.split(' ').map((word) => (/^[\w-]+\.json$/.test(word) ? path(word) : word))
    await assertWrongUsage(words, ...tokens)
  }
  await assertWrongUsage(['run', 'update-user', '--servers', 'http-node', '--out', ''], 'exists')
  await assertWrongUsage(['compare', path('old.json'), scratch], 'directory')
  assert.equal(readFileSync(path('old.json'), 'utf8'), before)
})

test('help lists choices and exit statuses', async () => {
  const help = async (...args: string[]) => {
    const { status, output, complaints } = await inProcess(...args)
    assert.deepEqual([status, complaints], [0, []], args.join(' '))
    return output.join('\n')
  }
  const commands = [...(await help('--help')).matchAll(/^ {2}([a-z]+) .*$/gm)].map(
    ([, name = '']) => name,
  )
  assert.ok(commands.includes('run') && commands.includes('compare'), commands.join(' '))
  // The same line adds the common text to each command.
  for (const name of commands)
    assert.equal((await help(name, '--help')).split('Exit status: 0 ').length, 2, name)
  const timed = ['run', 'latency', 'memory', 'profile', 'startup', 'validators', 'versions']
  for (const name of timed) assert.match(await help(name, '--help'), /--wait/)
  const run = await help('run', '--help')
  for (const name of scenarios.keys()) assert.match(run, new RegExp(`[ \n]${name}[,\n]`))
  assert.equal(run, await help('help', 'run'))
})
