/** What `verify` prints about servers with mistakes and with known deviations. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../shared/basics/root.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { inProcess } from '../test/cli.ts'
import { CommandLine, ownRunDirectory, until } from '../test/testing.ts'

const helpers = pathToFileURL(join(ROOT, 'bench/test/faulty/user-server.ts'))

const httpNode = join(ROOT, 'servers/http-node')
const { bench } = JSON.parse(readFileSync(join(httpNode, 'package.json'), 'utf8'))

/** A file for `hello`, and what its server is known to get wrong. */
const HELLO = { 'hello.mjs': `import '${httpNode}/hello.ts'` }
const OF_HELLO = (bench.knownDeviations as { ofRuntime?: boolean }[])
  .filter(({ ofRuntime }) => !ofRuntime)
  .map((known) => ({ ...known, scenarios: ['hello'] }))

interface Server {
  /** Source of the handler of its calls. */
  handler: string
  knownDeviations?: object[]
  /** Begin of the line of its name, and what the lines below match, besides a few others. */
  says: RegExp[]
}

/** Verifies servers in `<scratch>/servers`, and asserts what is printed about each. */
async function verified(
  scratch: string,
  servers: Record<string, Server>,
  ...options: string[]
): Promise<void> {
  const directory = join(scratch, 'servers')
  const validation = { ...disclosure.validation, errors: 'all' }
  for (const [name, { handler, knownDeviations = [] }] of Object.entries(servers)) {
    const common = { ...disclosure, router: false, validation, description: name }
    const bench = { ...common, knownDeviations: [...knownDeviations, ...OF_HELLO] }
    writeTree(join(directory, name), {
      'package.json': { bench },
      'update-user.mjs': `import { broken, serve } from '${helpers}'\nserve(${handler})`,
      ...HELLO,
    })
  }
  const names = Object.keys(servers)
  const args = ['--servers-dir', directory, '--servers', names.join(','), ...options]
  const { status, output } = await inProcess('verify', 'update-user', ...args)
  const patterns = Object.values(servers).flatMap(({ says }) => says)
  assert.equal(status, patterns.some(({ source }) => source.startsWith('^FAIL')) ? 1 : 0)
  for (const [name, { says }] of Object.entries(servers)) {
    const begin = output.findIndex((line) => new RegExp(`^(ok|FAIL) +${name}(:|$)`).test(line))
    const rest = output.slice(begin)
    const end = rest.findIndex((line, at) => at > 0 && /^(FAIL|ok)/.test(line))
    const own = rest.slice(0, end < 0 ? rest.length : end)
    for (const pattern of says)
      assert.ok(
        own.some((line) => pattern.test(line)),
        `${pattern}\n${output.join('\n')}`,
      )
    assert.ok(own.filter((line) => line.includes('rule:')).length <= 2, own.join('\n'))
  }
}

const odd = `({ body, correct }) => {
  if (body.startsWith('[[[') && body.length === 6000) throw new TypeError('too deep')
  return body.includes('"id";') ? broken : correct
}`

test('a known deviation is printed; an unknown one is reported, and the server restarts for the other cases', async (t) => {
  const scratch = ownRunDirectory(t)
  await verified(scratch, {
    declared: {
      handler: odd,
      knownDeviations: [
        { case: 'malformed JSON', status: 500, reason: 'its parser throws' },
        { case: 'JSON nested 3,000 deep', does: 'crashes', reason: 'its parser recurses' },
      ],
      says: [
        /^ok {4}declared$/,
        /^ +known deviation: malformed JSON: 500: its parser throws$/,
        /^ +known deviation: JSON nested 3,000 deep: crashes: its parser recurses$/,
      ],
    },
    undeclared: {
      handler: odd.replace('"id";', 'never sent'),
      says: [
        /^FAIL {2}undeclared: 1 case of the invariants$/,
        /^ {6}JSON nested 3,000 deep: expected .*, got no response: the server ended: TypeError: too deep \(update-user\.mjs:3:\d+\)$/,
        /^ {8}rule: invariant 2: no request causes a 5xx/,
      ],
    },
  })
  const args = ['hello', '--servers-dir', join(scratch, 'servers'), '--servers', 'declared']
  const { status, output } = await inProcess('verify', ...args)
  assert.equal(status, 0)
  assert.ok(!output.some((line) => line.includes('its parser')), 'hello has not these cases')
})

test('arbitrary inputs find a violation, which is printed as a command', (t) =>
  verified(
    ownRunDirectory(t),
    {
      fuzzed: {
        handler: String.raw`({ body, correct }) => /"surname":\[(?!"a"|\])/.test(body) ? broken : correct`,
        says: [
          /^FAIL {2}fuzzed: 1 case of the invariants$/,
          /^ {6}curl .*"surname":\[.*: expected .*, got 500 /,
        ],
      },
    },
    '--fuzz',
    '100',
  ))

test('--watch waits for a manifest to be corrected', async (t) => {
  const scratch = ownRunDirectory(t)
  const folder = join(scratch, 'servers/late')
  writeTree(folder, { 'package.json': '{"bench": {', ...HELLO })
  const args = ['--servers-dir', join(scratch, 'servers'), '--servers', 'late', '--watch']
  const command = new CommandLine(scratch, ['verify', 'hello', ...args])
  await until(() => command.printed.includes('waiting for a change'))
  const manifest = { ...disclosure, router: false, description: 'a server' }
  writeTree(folder, { 'package.json': { bench: { ...manifest, knownDeviations: OF_HELLO } } })
  await until(() => command.printed.includes('ok    late'))
  command.signal('SIGINT')
  const { output } = await command.ended
  assert.match(output[0] ?? '', /package\.json: .*JSON/)
})

test('a mistake is reported with its location, and cases with one cause share a line', (t) =>
  verified(ownRunDirectory(t), {
    'handler-throws': {
      handler: "() => { throw new TypeError('no month') }",
      says: [
        /^FAIL {2}handler-throws: 1 case of the contract$/,
        /^ {6}ordinary user: expected 200 .*, got no response: the server exited with status 1: TypeError: no month \(update-user\.mjs:2:\d+\)$/,
        /^ {8}rule: every request gets a response$/,
      ],
    },
    'handler-fails': {
      handler: `({ correct }) => {
        if (correct.status !== 200) return correct
        console.error(new TypeError('no month'))
        return broken
      }`,
      says: [
        /^ {6}ordinary user: expected 200 .*, got 500 \{.*\}; it wrote TypeError: no month \(update-user\.mjs:4:\d+\)$/,
        /^ {8}rule: valid data gets status 200$/,
        /^ {8}and \d+ cases like it: id zero, largest safe id, smallest safe id, \d+ more$/,
      ],
    },
    'names-no-field': {
      handler: `({ correct }) => correct.status === 200 ? correct : { status: 400, body: '{}' }`,
      says: [
        /^ {8}rule: a rejection names the wrong field$/,
        /^ {8}and \d+ cases like it: "id: \\"abc\\"", "missing name", .*"surname: \[\\"a\\",\\"b\\"\]"/,
      ],
    },
    'logs-each-request': {
      handler: "({ correct }) => { console.log('x'.repeat(9)); return correct }",
      says: [/^ok {4}logs-each-request$/, /^ {6}writes 10 bytes per request to stdout and stderr$/],
    },
  }))
