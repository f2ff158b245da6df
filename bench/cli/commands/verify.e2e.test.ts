import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { writeTree } from '../../../shared/basics/testing.ts'
import { commandLine, runDirectory } from '../../test/testing.ts'

const knownDeviations = [
  { case: 'malformed JSON', status: 500, reason: 'its parser throws' },
  { case: 'JSON nested 3,000 deep', does: 'crashes', reason: 'its parser has no end' },
]

const manifest = {
  bench: {
    router: false,
    validation: { by: 'hand-written', how: 'interpreted', unknownKeys: 'stripped', coerces: false, errors: 'all' },
    serializer: 'JSON.stringify',
    description: 'answers 500 to some of what is no JSON, and dies of depth',
    knownDeviations,
  },
}

const updateUser = `
  import { createServer } from 'node:http'
  import { readBody, rightAnswerTo, sendJson } from '${ROOT}/bench/test/fixtures.ts'
  createServer(async (request, response) => {
    const body = await readBody(request)
    if (body.startsWith('[[[') && body.length === 6000) process.exit(1)
    const { status, json } = rightAnswerTo(request, body)
    sendJson(response, body.includes('"id";') ? 500 : status, json)
  }).listen(process.env.PORT, process.env.HOST)`

test('a known deviation is told under the scenarios whose contract has its case, and under no other', async (t) => {
  const scratch = runDirectory(t)
  writeTree(join(scratch, 'servers/odd'), {
    'package.json': manifest,
    'update-user.mjs': updateUser,
    'hello.mjs': `import '${ROOT}/servers/http-node/hello.ts'`,
  })
  const verify = async (scenario: string) => {
    const args = ['verify', scenario, '--servers-dir', join(scratch, 'servers'), '--servers', 'odd']
    const { status, output } = await commandLine(scratch, args)
    assert.equal(status, 0, output.join('\n'))
    assert.ok(output.includes('ok    odd'))
    return output.filter((line) => line.includes('known deviation')).map((line) => line.trim())
  }
  assert.deepEqual(await verify('update-user'), [
    'known deviation: malformed JSON: 500: its parser throws',
    'known deviation: JSON nested 3,000 deep: crashes: its parser has no end',
  ])
  assert.deepEqual(await verify('hello'), [])
})

/** A server of route-params that a query key that stands twice ends. */
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

test('what one request ends is told with the law, and the server is started anew for the other cases', async (t) => {
  const scratch = runDirectory(t)
  const { knownDeviations: _, ...bench } = manifest.bench
  writeTree(join(scratch, 'servers/fragile'), { 'package.json': { bench }, 'route-params.mjs': fragile })
  const args = ['--servers-dir', join(scratch, 'servers'), '--servers', 'fragile']
  const { status, output } = await commandLine(scratch, ['verify', 'route-params', ...args])
  assert.equal(status, 1)
  assert.deepEqual(
    output.filter((line) => /^ {6}\S|^FAIL/.test(line)),
    [
      'FAIL  fragile: 1 case of the laws',
      '      query fields=a&fields=b: expected 4xx, or 200 with a value of the model, got no answer: the server ended: TypeError: text.split is not a function',
    ],
  )
  assert.ok(output.some((line) => /rule: law 2: nothing that a client sends gets/.test(line)))
})

test('the fuzzer finds it too, tells how to send it again, and writes what it did', async (t) => {
  const scratch = runDirectory(t)
  writeTree(join(scratch, 'servers/odd'), {
    'package.json': manifest,
    'update-user.mjs': updateUser.replace('"id";', '"surname":['),
  })
  const out = join(scratch, 'fuzz.json')
  const args = ['--servers-dir', join(scratch, 'servers'), '--servers', 'odd', '--fuzz', '500', '--out', out]
  const { status, output } = await commandLine(scratch, ['verify', 'update-user', ...args])
  assert.equal(status, 1, output.join('\n'))
  assert.ok(
    output.some((line) => /^ {8}request: curl .*"surname":\[/.test(line)),
    output.join('\n'),
  )
  assert.ok(output.some((line) => /--fuzz 500 --seed 1$/.test(line)))
  const { figures } = JSON.parse(readFileSync(out, 'utf8'))
  const [{ server, scenario, breach, inputs }] = figures.servers
  assert.deepEqual(
    [server, scenario, breach],
    ['odd', 'update-user', `law 2: 500 ${breach.slice('law 2: 500 '.length)}`],
  )
  assert.ok(inputs < 500)
})
