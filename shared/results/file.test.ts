import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import { type Result, resultJsonSchema } from '../format/format.ts'
import { MEASUREMENT_VERSION } from '../format/measurement.ts'
import {
  measurementPath,
  storedMeasurements,
  writeMeasurement,
} from '../format/measurement-file.ts'
import { sampleResult, sampleServer, sampleTrial, trialWith } from '../test/samples.ts'
import { readResult, runFiles } from './file.ts'

/** Asserts a UsageError of one line with the file and other words. */
const says = (path: string, words: string) => (error: unknown) => {
  assert.ok(error instanceof UsageError)
  for (const text of [path, words]) assert.ok(error.message.includes(text), error.message)
  assert.doesNotMatch(error.message, /\n/)
  return true
}

const withTrial =
  (change: Parameters<typeof trialWith>[1]) =>
  ({ subjects: [server], ...result }: Result) => ({
    ...result,
    subjects: [{ ...server, samples: [trialWith(sampleTrial(), change)] }],
  })
const withSubject = (change: object) => (result: Result) => ({
  ...result,
  subjects: result.subjects.map((server) => ({ ...server, ...change })),
})
const withProtocol = (change: object) => (result: Result) => ({
  ...result,
  protocol: { ...result.protocol, ...change },
})

/** Invalid results, with the key that the message must name. */
const broken: [key: string, (result: Result) => object][] = [
  ['scenario', ({ scenario: _, ...rest }) => rest],
  ['extra', (result) => ({ ...result, extra: 1 })],
  ['protocol.connections', withProtocol({ connections: '100' })],
  ['protocol.connections', withProtocol({ connections: 1.5 })],
  ['protocol.rounds', withProtocol({ rounds: 0 })],
  ['subjects.0.samples.0.evidence.checked', withTrial({ evidence: { checked: -1 } })],
  [
    'subjects.0.samples.0.evidence.caveats.0.kind',
    withTrial({ evidence: { caveats: [{ kind: 'x' as 'idle', message: '' }] } }),
  ],
  ['startedAt', (result) => ({ ...result, startedAt: 'yesterday' })],
  ['startedAt', (result) => ({ ...result, startedAt: '2026-01-02T03:04:05+01:00' })],
  ['notInstalled', (result) => ({ ...result, notInstalled: null })],
  ['scenario', (result) => ({ ...result, scenario: '../../../../x' })],
  ['subjects.0.name', withSubject({ name: '../x' })],
  ['subjects.0.part', withSubject({ part: '../../x' })],
]
/** JSON has no such numbers. */
const notAsJson: typeof broken = [Number.NaN, Infinity].map((receivedPerSecond) => [
  'subjects.0.samples.0.values.receivedPerSecond',
  withTrial({ values: { receivedPerSecond } }),
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
    assert.throws(() => writeMeasurement(runFiles, path, result as Result), says(path, key))
    assert.deepEqual(readdirSync(join(path, '..')), [])
    const text = JSON.stringify({ ...runFiles.pack?.(result as Result), checksum: '' })
    writeFileSync(path, text)
    assert.throws(() => readResult(path), says(path, key))
    assert.equal(validate(JSON.parse(text)), false)
    assert.ok(JSON.stringify(validate.errors).replaceAll('/', '.').includes(key))
  })
}

test('a result is read as it was written, never overwritten, and matches the JSON Schema', (t) => {
  const path = join(temporaryDirectory(t), 'result.json')
  const trials = [
    sampleTrial(1, 1e5),
    trialWith(sampleTrial(2), { values: { receivedPerSecond: 0.1 + 0.2 } }),
  ]
  const broken = sampleServer('broken', [])
  const result = sampleResult([
    sampleServer('http-node', trials),
    {
      ...broken,
      disqualified: 'é "quoted"\\ \u2028 👩',
      failedIn: { round: 1, phase: 'contract' },
      version: null,
      details: { ...broken.details, messageBytes: { request: 0, response: 17.5 } },
    },
  ])
  writeMeasurement(runFiles, path, result)
  const text = readFileSync(path, 'utf8')
  assert.ok(text.endsWith('}\n'))
  const { checksum, ...rest } = readResult(path)
  assert.deepEqual(rest, result)
  assert.match(checksum, /^[0-9a-f]{64}$/)
  assert.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors))
  assert.throws(() => writeMeasurement(runFiles, path, sampleResult()), /EEXIST.*result\.json/)
  assert.equal(readFileSync(path, 'utf8'), text)
})

test('an edited result is rejected; formatting is no edit', (t) => {
  const path = join(temporaryDirectory(t), 'result.json')
  writeMeasurement(runFiles, path, sampleResult())
  const text = readFileSync(path, 'utf8')
  for (const edited of [
    text.replace('"requestsPerSecond":1000', '"requestsPerSecond":1001'),
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
  ...[0, MEASUREMENT_VERSION - 1, MEASUREMENT_VERSION + 1, String(MEASUREMENT_VERSION), null].map(
    (schemaVersion): [string, string] => [
      JSON.stringify({ probe: 'run', schemaVersion, future: true }),
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
  const paths = dates.map((startedAt) =>
    measurementPath(runFiles, { ...sampleResult(), startedAt }),
  )
  assert.deepEqual(paths.toSorted(), paths)
  assert.equal(paths[1], join(ROOT, 'results/update-user/2026-01-02T03-04-05Z.json'))
})

test('results/result.schema.json is that of the code: "npm run schema" writes it', () => {
  assert.equal(readFileSync(join(ROOT, 'results/result.schema.json'), 'utf8'), resultJsonSchema())
})

test('a file has its place below the results, whatever its scenario', () => {
  const startedAt = '2026-01-02T03:04:05Z'
  const escaping = () => measurementPath(runFiles, { startedAt, scenario: '../../../../x' }, '/r')
  assert.throws(escaping, says('/x/2026', 'is not below /r/results'))
})

test('a schema version of any kind, a directory and a pipe are named in one line', (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'result.json')
  writeFileSync(path, '{"probe":"run","schemaVersion":{"toString":1}}')
  assert.throws(() => readResult(path), says(path, 'schema version {"toString":1}'))
  assert.throws(() => readResult(directory), says(directory, 'it is a directory'))
  const pipe = join(directory, 'pipe')
  if (spawnSync('mkfifo', [pipe]).status !== 0) return
  assert.throws(() => readResult(pipe), says(pipe, 'it is a pipe'))
})

test('a damaged file is skipped and named, if the caller goes on without it', (t) => {
  const root = temporaryDirectory(t)
  const { startedAt, scenario } = sampleResult()
  writeMeasurement(
    runFiles,
    measurementPath(runFiles, { startedAt, scenario }, root),
    sampleResult(),
  )
  const damaged = measurementPath(runFiles, { startedAt: '2026-12-31T00:00:00Z', scenario }, root)
  writeFileSync(damaged, '{')
  const lines: string[] = []
  const stored = storedMeasurements(runFiles, root, [scenario], (line) => lines.push(line))
  assert.deepEqual([stored.length, lines.length], [1, 1])
  assert.match(lines[0] ?? '', /2026-12-31T00-00-00Z\.json is not a result file/)
  assert.throws(
    () => storedMeasurements(runFiles, root, [scenario]),
    says(damaged, 'is not a result'),
  )
})
