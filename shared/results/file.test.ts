import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import type { UnsealedResult } from '../format/format.ts'
import { RESULT_VERSION } from '../format/format.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { sampleResult, sampleServer, sampleTrial } from '../test/samples.ts'
import { readResult, resultJsonSchema, resultPath, writeResult } from './file.ts'

const file = (t: TestContext) => join(temporaryDirectory(t), 'result.json')

/** Invalid results, with the key that the message must name. */
const broken: [string, string, (result: UnsealedResult) => unknown][] = [
  ['a missing key', 'scenario', ({ scenario: _, ...rest }) => rest],
  ['an unknown key', 'extra', (result) => ({ ...result, extra: 1 })],
  [
    'a string for a number',
    'protocol.connections',
    (r) => ({ ...r, protocol: { ...r.protocol, connections: '100' } }),
  ],
  [
    'a fraction of a connection',
    'protocol.connections',
    (r) => ({ ...r, protocol: { ...r.protocol, connections: 1.5 } }),
  ],
  ['no round', 'protocol.rounds', (r) => ({ ...r, protocol: { ...r.protocol, rounds: 0 } })],
  ['a negative number', 'servers.0.trials.0.checked', (r) => withTrial(r, { checked: -1 })],
  [
    'a wrong word',
    'servers.0.trials.0.caveats.0.kind',
    (r) => withTrial(r, { caveats: [{ kind: 'x', message: '' }] }),
  ],
  ['an invalid date', 'startedAt', (result) => ({ ...result, startedAt: 'yesterday' })],
  [
    'a local time',
    'startedAt',
    (result) => ({ ...result, startedAt: '2026-01-02T03:04:05+01:00' }),
  ],
  ['a null', 'servers', (result) => ({ ...result, servers: null })],
]
const notAsJson: [string, string, (result: UnsealedResult) => unknown][] = [
  [
    'no number',
    'servers.0.trials.0.receivedPerSecond',
    (r) => withTrial(r, { receivedPerSecond: Number.NaN }),
  ],
  [
    'an infinite number',
    'servers.0.trials.0.receivedPerSecond',
    (r) => withTrial(r, { receivedPerSecond: Infinity }),
  ],
]

function withTrial(result: UnsealedResult, change: object): unknown {
  const [server] = result.servers
  return { ...result, servers: [{ ...server, trials: [{ ...sampleTrial(), ...change }] }] }
}

/** Asserts one line with the file and the key. */
const names = (path: string, key: string) => (error: Error) => {
  assert.ok(error.message.includes(path), error.message)
  assert.ok(error.message.includes(key), error.message)
  assert.doesNotMatch(error.message, /\n/)
  return true
}

describe('a result', () => {
  test('is read as it was written', (t) => {
    const path = file(t)
    const refusal = { round: 1, phase: 'contract', reason: 'é "quoted"\\ \u2028 👩' } as const
    const servers = [
      sampleServer('http-node', [
        sampleTrial(1, 1e5),
        { ...sampleTrial(2), receivedPerSecond: 0.1 + 0.2 },
      ]),
      {
        ...sampleServer('refused', []),
        refusal,
        version: null,
        messageBytes: { request: 0, response: 17.5 },
      },
    ]
    const round = [servers.map(({ name }) => name)]
    const result = { ...sampleResult(servers), rounds: [round, round] }
    writeResult(path, result)
    const { checksum, ...rest } = readResult(path)
    assert.deepEqual(rest, result)
    assert.match(checksum, /^[0-9a-f]{64}$/)
    assert.ok(readFileSync(path, 'utf8').endsWith('}\n'))
  })

  test('that was edited is rejected in one line that names the file', (t) => {
    const path = file(t)
    writeResult(path, sampleResult())
    const text = readFileSync(path, 'utf8')
    const edits: [string, (text: string) => string][] = [
      ['a better number', (old) => old.replace('"perSecond":1000', '"perSecond":1001')],
      [
        'another name',
        (old) => old.replace('"displayName":"http-node"', '"displayName":"http-nodes"'),
      ],
      ['another checksum', (old) => old.replace(/"checksum":"./, '"checksum":"x')],
    ]
    for (const [what, edit] of edits) {
      assert.notEqual(edit(text), text, what)
      writeFileSync(path, edit(text))
      assert.throws(() => readResult(path), names(path, 'has been edited'), what)
      assert.throws(() => readResult(path), UsageError)
    }
    // The checksum is of the contents, not of the text: formatting does not matter.
    writeFileSync(path, JSON.stringify(JSON.parse(text), null, 4))
    assert.equal(readResult(path).scenario, 'update-user')
  })

  test('is never overwritten', (t) => {
    const path = file(t)
    writeResult(path, sampleResult())
    const before = readFileSync(path, 'utf8')
    assert.throws(
      () => writeResult(path, { ...sampleResult(), quick: true }),
      /EEXIST.*result\.json/,
    )
    assert.equal(readFileSync(path, 'utf8'), before)
  })

  for (const [what, key, breakIt] of [...broken, ...notAsJson]) {
    test(`with ${what} is not written: file and key are named`, (t) => {
      const path = file(t)
      assert.throws(
        () => writeResult(path, breakIt(sampleResult()) as UnsealedResult),
        names(path, key),
      )
      assert.deepEqual(readdirSync(join(path, '..')), [])
    })
  }

  for (const [what, key, breakIt] of broken) {
    test(`with ${what} is not read: file and key are named`, (t) => {
      const path = file(t)
      writeFileSync(path, JSON.stringify({ ...(breakIt(sampleResult()) as object), checksum: '' }))
      assert.throws(() => readResult(path), names(path, key))
      assert.throws(() => readResult(path), UsageError)
    })
  }

  test('of another schema version is rejected by its version', (t) => {
    const path = file(t)
    for (const schemaVersion of [
      0,
      RESULT_VERSION - 1,
      RESULT_VERSION + 1,
      String(RESULT_VERSION),
      null,
    ]) {
      writeFileSync(path, JSON.stringify({ schemaVersion, future: true }))
      assert.throws(() => readResult(path), names(path, `schema version ${schemaVersion}`))
    }
  })

  test('that is not JSON, not an object, truncated or missing is named', (t) => {
    const path = file(t)
    const whole = JSON.stringify(sampleResult())
    for (const text of ['', 'text', whole.slice(0, -10)]) {
      writeFileSync(path, text)
      assert.throws(() => readResult(path), names(path, 'not a result file'))
    }
    for (const text of ['null', '[]', '5', '{}']) {
      writeFileSync(path, text)
      assert.throws(() => readResult(path), names(path, 'it has no schema version'))
    }
    assert.throws(() => readResult(`${path}.gone`), names(path, 'there is no such file'))
  })
})

describe('the path of a result', () => {
  const result = sampleResult()
  test('has a date, is in its scenario’s directory, and is valid on every file system', () => {
    assert.equal(resultPath(result), join(ROOT, 'results/update-user/2026-01-02T03-04-05Z.json'))
    assert.doesNotMatch(basename(resultPath(result)), /[:\s]/)
  })

  test('sorts by date', () => {
    const dates = [
      '2025-12-31T23:59:59.000Z',
      '2026-01-02T03:04:05.678Z',
      '2026-01-02T11:00:00.000Z',
    ]
    const paths = dates.map((startedAt) => resultPath({ ...result, startedAt }))
    assert.deepEqual([...paths].sort(), paths)
  })
})

describe('the JSON Schema', () => {
  const compile = () => {
    const ajv = new Ajv2020({
      allErrors: true,
      strictTuples: false,
      allowUnionTypes: true,
      validateFormats: false,
    })
    return ajv.compile(JSON.parse(resultJsonSchema()))
  }

  test('is up to date in the repository', () => {
    const fix = 'results/result.schema.json is out of date: "npm run schema" writes it'
    let stored: string | undefined
    try {
      stored = readFileSync(join(ROOT, 'results/result.schema.json'), 'utf8')
    } catch {}
    assert.equal(stored, resultJsonSchema(), fix)
  })

  test('accepts a valid result, according to ajv', (t) => {
    const path = file(t)
    writeResult(
      path,
      sampleResult([sampleServer('http-node'), { ...sampleServer('b', []), version: null }]),
    )
    const validate = compile()
    assert.ok(validate(JSON.parse(readFileSync(path, 'utf8'))), JSON.stringify(validate.errors))
  })

  test('accepts every result in the repository', () => {
    const validate = compile()
    for (const name of readdirSync(join(ROOT, 'results'), { recursive: true, encoding: 'utf8' })) {
      // Files of instruments have their own schemas, which publishing checks.
      if (!/Z\.json$/.test(name) || !scenarios.has(dirname(name))) continue
      const path = join(ROOT, 'results', name)
      assert.ok(
        validate(JSON.parse(readFileSync(path, 'utf8'))),
        `${name}: ${JSON.stringify(validate.errors)}`,
      )
      readResult(path)
    }
  })

  for (const [what, key, breakIt] of broken) {
    test(`refuses a result with ${what}`, () => {
      const validate = compile()
      const result = { ...(breakIt(sampleResult()) as object), checksum: '' }
      assert.equal(validate(JSON.parse(JSON.stringify(result))), false)
      const places = (validate.errors ?? []).map((error) =>
        JSON.stringify(error).replaceAll('/', '.'),
      )
      assert.ok(
        places.some((place) => place.includes(key)),
        places.join('\n'),
      )
    })
  }
})
