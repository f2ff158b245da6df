import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleEnvironment } from '../../../shared/results/environment-fixture.ts'
import { instrumentFiles } from '../instrument.ts'
import { COMPILERS, type Compile, type TypesFile, typesStore } from './format.ts'
import instrument from './instrument.ts'
import { typesRows } from './summary.ts'

const date = '2026-11-21T10:00:00.000Z'
const sizes = [10, 100, 1000]

/** @param per instantiations per procedure @param squared and per pair of procedures */
const compiles = (part: Compile['part'], per: number, squared = 0): Compile[] =>
  sizes.flatMap((size) =>
    COMPILERS.map((compiler) => ({
      ...{ compiler, part, size, failure: null, types: size, cpuSeconds: [3 * per, per, 2 * per], peakBytes: [2e8] },
      instantiations: 500 + per * size + squared * size ** 2,
    })),
  )

const declarations = sizes.map((size) => ({ size, bytes: 100 + 20 * size, failure: null }))
const server = { version: '1.0.0', runtime: 'node', runtimeVersion: '26.0.0', refusal: null, declarations } as const
const failed = (compile: Compile): Compile => ({
  ...compile,
  ...(compile.size === 1000 && compile.compiler === COMPILERS[1]
    ? { failure: 'out of memory', types: null, instantiations: null, cpuSeconds: [], peakBytes: [] }
    : {}),
})

const file: TypesFile = {
  ...typesStore.complete({
    ...{ startedAt: date, finishedAt: date, environment: sampleEnvironment },
    source: { commit: null, clean: null },
    protocol: {
      ...{ sizes, processes: 3, repeated: [100], limitSeconds: 300, sideBySide: 1, seed: 1 },
      compilers: COMPILERS.map((name) => ({ name, version: '7.0.0', arguments: [] })),
    },
    servers: [
      {
        ...{ name: 'heavy', displayName: 'Heavy', kind: 'procedures', ...server },
        compiles: [...compiles('server', 100, 1), ...compiles('client', 200, 1).map(failed)],
      },
      { name: 'light', displayName: 'Light', kind: 'procedures', ...server, compiles: compiles('client', 10) },
      { name: 'schema', displayName: 'Schema', kind: 'schemas', ...server, compiles: compiles('server', 7) },
    ],
    notInstalled: [],
  }),
  checksum: '',
}

test('costs per procedure are slopes between sizes, the least first; growth shows what is not linear', () => {
  const rows = typesRows(file).map(({ name, part, compilers, declarations }) => {
    const { instantiations, growth, seconds } = compilers['TypeScript 6']
    return [name, part, instantiations, growth && Number(growth.toFixed(2)), seconds, declarations]
  })
  assert.deepEqual(rows, [
    ['schema', 'server', 7, 1, 14, 20],
    ['light', 'client', 10, 1, 20, null],
    ['heavy', 'client', 1300, 4.19, 400, null],
    ['heavy', 'server', 1200, 5.71, 200, 20],
  ])
})

test('the page states the finding first, and what hit a limit', async () => {
  const text = (await instrumentFiles(instrument, [{ file, path: 'results/types/x.json' }])).get(
    'charts/published/types/README.md',
  )
  assert.match(
    text ?? '',
    /^# .*\n\nTo check 1,000 procedures with their typed client takes in TypeScript 6 from 20 s \(Light\) to 400 s \(Heavy\)/,
  )
  assert.match(text ?? '', /costs 10 instantiations with Light and 130 times as many with Heavy\./)
  assert.match(text ?? '', /\n- Heavy, with client, TypeScript 7, at 1,000: out of memory\n/)
  assert.match(
    text ?? '',
    /\n- Not linear: Heavy, with client: 310 instantiations more per procedure up to 100, 1,300 beyond\.\n/,
  )
})
