import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleEnvironment } from '../../../shared/test/environment-fixture.ts'
import { instrumentFiles } from '../instrument.ts'
import { COMPILERS, type Compile, type TypesFile, typesStore } from './format.ts'
import instrument from './instrument.ts'

const date = '2026-11-21T10:00:00.000Z'
const sizes = [10, 100, 1000]

/** @param per instantiations per procedure @param squared and per pair of procedures */
const compiles = (part: Compile['part'], per: number, squared = 0): Compile[] =>
  sizes.flatMap((size) =>
    COMPILERS.map((compiler) => ({
      ...{
        compiler,
        part,
        size,
        failure: null,
        types: size,
        cpuSeconds: [3 * per, per, 2 * per],
        peakBytes: [2e8],
      },
      instantiations: 500 + per * size + squared * size ** 2,
      bytes: part === 'declarations' ? 100 + 20 * size : null,
    })),
  )

const server = {
  version: '1.0.0',
  runtime: 'node',
  runtimeVersion: '26.0.0',
  refusal: null,
} as const
const none = { types: null, instantiations: null, cpuSeconds: [], peakBytes: [] }
const failed = (compile: Compile): Compile => ({
  ...compile,
  ...(compile.size === 1000 && compile.compiler === COMPILERS[1]
    ? { failure: 'out of memory', ...none }
    : {}),
})
const deep = (compile: Compile): Compile => ({ ...compile, failure: 'too deep', ...none })

const file: TypesFile = {
  ...typesStore.complete({
    ...{ startedAt: date, finishedAt: date, environment: sampleEnvironment },
    source: { commit: null, clean: null },
    protocol: {
      ...{ sizes, processes: 3, sideBySide: 1, seed: 1 },
    },
    servers: [
      {
        ...{ name: 'heavy', displayName: 'Heavy', kind: 'procedures', ...server },
        compiles: [
          ...[...compiles('server', 100, 1), ...compiles('declarations', 100, 1)],
          ...compiles('client', 200, 1).map(failed),
        ],
      },
      {
        name: 'light',
        displayName: 'Light',
        kind: 'procedures',
        ...server,
        compiles: compiles('client', 10),
      },
      {
        ...{
          name: 'light',
          displayName: 'Light, at once',
          kind: 'procedures',
          variant: 'at-once',
          ...server,
        },
        compiles: compiles('client', 1).map((compile) =>
          compile.size === 1000 ? deep(compile) : compile,
        ),
      },
      {
        ...{
          name: 'light',
          displayName: 'Light, precompiled',
          kind: 'procedures',
          variant: 'precompiled',
          ...server,
        },
        compiles: compiles('client', 5),
      },
      {
        name: 'schema',
        displayName: 'Schema',
        kind: 'schemas',
        ...server,
        compiles: compiles('server', 7),
      },
    ],
    notInstalled: [],
  }),
  checksum: '',
}

test('costs per procedure are slopes between sizes, the least first', async () => {
  const text = (await instrumentFiles(instrument, [{ file, path: 'results/types/x.json' }])).get(
    'charts/published/types/README.md',
  )
  const rows = [...(text ?? '').matchAll(/^\|( Heavy| Light.*?| Schema)? \|.*$/gm)].map(([row]) =>
    row.split('|').map((cell) => cell.trim()),
  )
  // Instantiations by each compiler, those up to 100, types, bytes of declarations, and CPU time.
  assert.deepEqual(
    rows.map((cells) => cells.slice(1, 10)),
    [
      ['Light, precompiled', 'with client, precompiled', '5', '5', '5', '5', '1', '', '10.0'],
      ['Light', 'with client', '10', '10', '10', '10', '1', '', '20.0'],
      // What does not compile comes last.
      ['Light, at once', 'with client, at-once', '1', '1', '1', '', '1', '', ''],
      ['Heavy', 'with client', '1,300', '310', '1,300', '310', '1', '20', '400'],
      ['', 'server', '1,200', '1,200', '1,200', '210', '1', '20', '200'],
      ['Schema', 'schema', '7', '7', '7', '7', '1', '', '14.0'],
    ],
  )
  assert.match(
    text ?? '',
    /^# .*\n\nTypeScript 6 checks 1,000 procedures and their typed client in 20 s \(Light\) to 400 s \(Heavy\)/,
  )
  // Variants are in no claim: a precompiled client leaves the server out.
  assert.match(text ?? '', /alt="Heavy costs 130× the type instantiations per procedure of Light"/)
  assert.match(text ?? '', /\n- Heavy, client, with TS 7, at 1,000: out of memory\n/)
  assert.match(
    text ?? '',
    /\n- Light, at once, client, with TS 6, TS 7 and TS 7, 1 checker, at 1,000: too deep\n/,
  )
})
