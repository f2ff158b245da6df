import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import { inProcess } from '../test/cli.ts'
import { ownRunDirectory } from '../test/testing.ts'

const knownDeviations = [
  { case: 'malformed JSON', status: 500, reason: 'its parser throws' },
  { case: 'JSON nested 3,000 deep', does: 'crashes', reason: 'its parser recurses' },
]

const manifest = {
  bench: {
    router: false,
    validation: {
      by: 'hand-written',
      how: 'interpreted',
      unknownKeys: 'stripped',
      coerces: false,
      errors: 'all',
    },
    serializer: 'JSON.stringify',
    description: 'responds with 500 to some malformed JSON, and crashes on deep nesting',
    knownDeviations,
  },
}

const updateUser = `
  import { createServer } from 'node:http'
  import { readBody, correctResponseTo, sendJson } from '${ROOT}/bench/test/fixtures.ts'
  createServer(async (request, response) => {
    const body = await readBody(request)
    if (body.startsWith('[[[') && body.length === 6000) process.exit(1)
    const { status, json } = correctResponseTo(request, body)
    sendJson(response, body.includes('"id";') ? 500 : status, json)
  }).listen(process.env.PORT, process.env.HOST)`

test('a known deviation is printed only for scenarios whose contract has its case', async (t) => {
  const scratch = ownRunDirectory(t)
  writeTree(join(scratch, 'servers/odd'), {
    'package.json': manifest,
    'update-user.mjs': updateUser,
    'hello.mjs': `import '${ROOT}/servers/http-node/hello.ts'`,
  })
  const verify = async (scenario: string) => {
    const args = ['verify', scenario, '--servers-dir', join(scratch, 'servers'), '--servers', 'odd']
    const { status, output } = await inProcess(...args)
    assert.equal(status, 0, output.join('\n'))
    assert.ok(output.includes('ok    odd'))
    return output.filter((line) => line.includes('known deviation')).map((line) => line.trim())
  }
  assert.deepEqual(await verify('update-user'), [
    'known deviation: malformed JSON: 500: its parser throws',
    'known deviation: JSON nested 3,000 deep: crashes: its parser recurses',
  ])
  assert.deepEqual(await verify('hello'), [])
})

/** A server of route-params that a repeated query key ends. */
const fragile = `
  import { createServer } from 'node:http'
  import { sendJson } from '${ROOT}/bench/test/fixtures.ts'
  import { parseFields, parseId } from '${ROOT}/shared/models/parameters.ts'
  const idIn = (path) => {
    try {
      return parseId(decodeURIComponent(/^[/]users[/]([^/]+)$/.exec(path)?.[1] ?? ''))
    } catch {}
  }
  createServer(({ method, url, headers }, response) => {
    const [path, query] = url.split('?')
    const fields = new URLSearchParams(query).getAll('fields')
    const text = fields.length > 1 ? fields : fields[0]
    const id = method === 'GET' ? idIn(path) : undefined
    if (id === undefined) return sendJson(response, 404, '{}')
    const { 'x-tenant': tenant = 'public', 'accept-language': language = 'en' } = headers
    sendJson(response, 200, JSON.stringify({ id, fields: parseFields(text), tenant, language }))
  }).listen(process.env.PORT, process.env.HOST)`

test('a request that ends the server is reported with the invariant, and the server restarts for the other cases', async (t) => {
  const scratch = ownRunDirectory(t)
  const { knownDeviations: _, ...bench } = manifest.bench
  writeTree(join(scratch, 'servers/fragile'), {
    'package.json': { bench },
    'route-params.mjs': fragile,
  })
  const args = ['--servers-dir', join(scratch, 'servers'), '--servers', 'fragile']
  const { status, output } = await inProcess('verify', 'route-params', ...args)
  assert.equal(status, 1)
  assert.deepEqual(
    output.filter((line) => /^ {6}\S|^FAIL/.test(line)),
    [
      'FAIL  fragile: 1 case of the invariants',
      '      query fields=a&fields=b: expected 4xx, or 200 with a value of the model, got no response: the server ended: TypeError: text.split is not a function (route-params.mjs:17:58)',
    ],
  )
  assert.ok(output.some((line) => /rule: invariant 2: no request causes a 5xx/.test(line)))
})

test('arbitrary inputs find a violation, which is printed as a command', async (t) => {
  const scratch = ownRunDirectory(t)
  writeTree(join(scratch, 'servers/odd'), {
    'package.json': manifest,
    'update-user.mjs': updateUser.replace(
      `'"id";')`,
      `'"id";') || /"surname":\\[(?!"a"|\\])/.test(body)`,
    ),
  })
  const args = ['--servers-dir', join(scratch, 'servers'), '--servers', 'odd', '--fuzz', '500']
  const { status, output } = await inProcess('verify', 'update-user', ...args)
  assert.equal(status, 1, output.join('\n'))
  assert.ok(output.includes('FAIL  odd: 1 case of the invariants'), output.join('\n'))
  assert.ok(output.some((line) => /^ {6}curl .*"surname":\[.*: expected .*, got 500 /.test(line)))
})

const { knownDeviations: _, ...plain } = manifest.bench

/** A server of update-user with an inserted line before each response. */
const withLine = (line: string) => `
  import { createServer } from 'node:http'
  import { readBody, correctResponseTo, sendJson } from '${ROOT}/bench/test/fixtures.ts'
  createServer(async (request, response) => {
    const { status, json } = correctResponseTo(request, await readBody(request))
    ${line}
    sendJson(response, status, json)
  }).listen(process.env.PORT, process.env.HOST)`

/** Mistakes in a server, and the output of `verify` for each. */
const MISTAKES: Record<string, { source: string; says: RegExp[] }> = {
  'handler-throws': {
    source: withLine("throw new TypeError('no month')"),
    says: [
      /^FAIL {2}handler-throws: 1 case of the contract$/,
      /^ {6}ordinary user: expected 200 .*, got no response: the server exited with status 1: TypeError: no month \(update-user\.mjs:6:\d+\)$/,
      /^ {8}rule: every request gets a response$/,
    ],
  },
  'handler-fails': {
    source: withLine(
      "if (status === 200) { console.error(new TypeError('no month')); return sendJson(response, 500, '{}') }",
    ),
    says: [
      /^ {6}ordinary user: expected 200 .*, got 500 \{\}; it wrote TypeError: no month \(update-user\.mjs:6:\d+\)$/,
      /^ {8}rule: valid data gets status 200$/,
      /^ {8}and \d+ cases like it: /,
    ],
  },
  'names-no-field': {
    source: withLine("if (status !== 200) return sendJson(response, 400, '{}')"),
    says: [/^ {8}rule: a rejection names the wrong field$/, /^ {8}and \d+ cases like it: /],
  },
  'logs-each-request': {
    source: withLine("console.log('x'.repeat(9))"),
    says: [/^ok {4}logs-each-request$/, /^ {6}writes 10 bytes per request to stdout and stderr$/],
  },
}

test('a mistake is reported with its location, and cases with one cause share a line', async (t) => {
  const scratch = ownRunDirectory(t)
  for (const [name, { source }] of Object.entries(MISTAKES)) {
    writeTree(join(scratch, 'servers', name), {
      'package.json': { bench: plain },
      'update-user.mjs': source,
    })
  }
  const names = Object.keys(MISTAKES)
  const args = ['--servers-dir', join(scratch, 'servers'), '--servers', names.join(',')]
  const { status, output } = await inProcess('verify', 'update-user', ...args)
  assert.equal(status, 1)
  for (const [name, { says }] of Object.entries(MISTAKES)) {
    const begin = output.findIndex((line) => line.endsWith(name) || line.includes(`${name}:`))
    const rest = output.slice(begin)
    const end = rest.findIndex((line, at) => at > 0 && /^(FAIL|ok)/.test(line))
    const own = rest.slice(0, end < 0 ? rest.length : end)
    for (const pattern of says) {
      assert.ok(
        own.some((line) => pattern.test(line)),
        `${pattern}\n${own.join('\n')}`,
      )
    }
    assert.ok(own.filter((line) => line.includes('rule:')).length <= 2, own.join('\n'))
  }
})
