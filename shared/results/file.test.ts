import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import { RESULT_VERSION, type UnsealedResult } from '../format/format.ts'
import { sampleResult, sampleServer, sampleTrial } from '../test/samples.ts'
import { readResult, resultJsonSchema, resultPath, writeResult } from './file.ts'

/** Asserts a UsageError of one line with the file and other words. */
const says = (path: string, words: string) => (error: unknown) => {
  assert.ok(error instanceof UsageError)
  for (const text of [path, words]) assert.ok(error.message.includes(text), error.message)
  assert.doesNotMatch(error.message, /\n/)
  return true
}

const withTrial = (change: object) => (result: UnsealedResult) => {
  const [server] = result.servers
  return { ...result, servers: [{ ...server, trials: [{ ...sampleTrial(), ...change }] }] }
}
const withProtocol = (change: object) => (result: UnsealedResult) => ({
  ...result,
  protocol: { ...result.protocol, ...change },
})

/** Invalid results, with the key that the message must name. */
const broken: [key: string, (result: UnsealedResult) => object][] = [
  ['scenario', ({ scenario: _, ...rest }) => rest],
  ['extra', (result) => ({ ...result, extra: 1 })],
  ['protocol.connections', withProtocol({ connections: '100' })],
  ['protocol.connections', withProtocol({ connections: 1.5 })],
  ['protocol.rounds', withProtocol({ rounds: 0 })],
  ['servers.0.trials.0.checked', withTrial({ checked: -1 })],
  ['servers.0.trials.0.caveats.0.kind', withTrial({ caveats: [{ kind: 'x', message: '' }] })],
  ['startedAt', (result) => ({ ...result, startedAt: 'yesterday' })],
  ['startedAt', (result) => ({ ...result, startedAt: '2026-01-02T03:04:05+01:00' })],
  ['servers', (result) => ({ ...result, servers: null })],
]
/** JSON has no such numbers. */
const notAsJson: typeof broken = [Number.NaN, Infinity].map((receivedPerSecond) => [
  'servers.0.trials.0.receivedPerSecond',
  withTrial({ receivedPerSecond }),
])

const ajv = new Ajv2020({
  allErrors: true,
  strictTuples: false,
  allowUnionTypes: true,
  validateFormats: false,
})
const validate = ajv.compile(JSON.parse(resultJsonSchema()))

for (const [key, breakIt] of [...broken, ...notAsJson]) {
  test(`a result with a wrong ${key} is neither written nor read, and violates the JSON Schema`, (t) => {
    const path = join(temporaryDirectory(t), 'result.json')
    const result = breakIt(sampleResult())
    assert.throws(() => writeResult(path, result as UnsealedResult), says(path, key))
    assert.deepEqual(readdirSync(join(path, '..')), [])
    const text = JSON.stringify({ ...result, checksum: '' })
    writeFileSync(path, text)
    assert.throws(() => readResult(path), says(path, key))
    assert.equal(validate(JSON.parse(text)), false)
    assert.ok(JSON.stringify(validate.errors).replaceAll('/', '.').includes(key))
  })
}

test('a result is read as it was written, never overwritten, and matches the JSON Schema', (t) => {
  const path = join(temporaryDirectory(t), 'result.json')
  const disqualified = { round: 1, phase: 'contract', reason: 'é "quoted"\\ \u2028 👩' } as const
  const trials = [sampleTrial(1, 1e5), { ...sampleTrial(2), receivedPerSecond: 0.1 + 0.2 }]
  const result = sampleResult([
    sampleServer('http-node', trials),
    {
      ...sampleServer('broken', []),
      disqualified,
      version: null,
      messageBytes: { request: 0, response: 17.5 },
    },
  ])
  writeResult(path, result)
  const text = readFileSync(path, 'utf8')
  assert.ok(text.endsWith('}\n'))
  const { checksum, ...rest } = readResult(path)
  assert.deepEqual(rest, result)
  assert.match(checksum, /^[0-9a-f]{64}$/)
  assert.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors))
  assert.throws(() => writeResult(path, sampleResult()), /EEXIST.*result\.json/)
  assert.equal(readFileSync(path, 'utf8'), text)
})

test('an edited result is rejected; formatting is no edit', (t) => {
  const path = join(temporaryDirectory(t), 'result.json')
  writeResult(path, sampleResult())
  const text = readFileSync(path, 'utf8')
  for (const edited of [
    text.replace('"perSecond":1000', '"perSecond":1001'),
    text.replace('"displayName":"http-node"', '"displayName":"http-nodes"'),
    text.replace(/"checksum":"./, '"checksum":"x'),
  ]) {
    assert.notEqual(edited, text)
    writeFileSync(path, edited)
    assert.throws(() => readResult(path), says(path, 'has been edited'))
  }
  writeFileSync(path, JSON.stringify(JSON.parse(text), null, 4))
  assert.equal(readResult(path).scenario, 'update-user')
})

const noResults: [text: string | null, words: string][] = [
  ...[0, RESULT_VERSION - 1, RESULT_VERSION + 1, String(RESULT_VERSION), null].map(
    (schemaVersion): [string, string] => [
      JSON.stringify({ schemaVersion, future: true }),
      `schema version ${schemaVersion}`,
    ],
  ),
  ...['', 'text', JSON.stringify(sampleResult()).slice(0, -10)].map((text): [string, string] => [
    text,
    'not a result file',
  ]),
  ...['null', '[]', '5', '{}'].map((text): [string, string] => [text, 'it has no schema version']),
  [null, 'there is no such file'],
]
test('what is no result, or of another schema version, is named', (t) => {
  for (const [text, words] of noResults) {
    const path = join(temporaryDirectory(t), 'result.json')
    if (text !== null) writeFileSync(path, text)
    assert.throws(() => readResult(path), says(path, words))
  }
})

test('the path of a result has a date by which it sorts, and is valid on every file system', () => {
  const dates = ['2025-12-31T23:59:59.000Z', '2026-01-02T03:04:05.678Z', '2026-01-02T11:00:00.000Z']
  const paths = dates.map((startedAt) => resultPath({ ...sampleResult(), startedAt }))
  assert.deepEqual(paths.toSorted(), paths)
  assert.equal(paths[1], join(ROOT, 'results/update-user/2026-01-02T03-04-05Z.json'))
})

test('results/result.schema.json is that of the code: "npm run schema" writes it', () => {
  assert.equal(readFileSync(join(ROOT, 'results/result.schema.json'), 'utf8'), resultJsonSchema())
})
