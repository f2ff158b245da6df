import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleCounting, sampleResult } from '../../../shared/test/samples.ts'
import { tableCells } from '../../test/run-fixture.ts'
import { instrumentFiles, terminalText } from '../instrument.ts'
import { type StrictServer, strictKeysStore } from './format.ts'
import strictKeys from './instrument.ts'

const server = (name: string, changes: Partial<StrictServer> = {}): StrictServer => ({
  ...{
    name,
    displayName: name,
    version: '1.0.0',
    runtime: 'node',
    runtimeVersion: '26.0.0',
    refusal: null,
    code: '',
  },
  ...{ validator: 'zod', unknownKeys: { top: 'stripped', nested: 'stripped' }, option: null },
  inheritedKeys: null,
  ...{ instructions: { plain: [], strict: [] }, ...changes },
})

const option = { option: 'z.strictObject()', nested: false }

const file = {
  ...strictKeysStore.complete({
    ...{
      startedAt: '2026-01-02T03:04:05.678Z',
      finishedAt: '2026-01-02T03:14:05.678Z',
      notInstalled: [],
    },
    ...{ environment: sampleResult().environment, source: { commit: 'abc', clean: true } },
    ...{ scenario: 'update-user', processes: 3, seed: 1, counting: sampleCounting },
    servers: [
      server('by-hand', { validator: null }),
      server('lax', { unknownKeys: { top: 'echoed', nested: null } }),
      server('strict', { validator: 'joi', unknownKeys: { top: 'rejected', nested: 'rejected' } }),
      server('dear', {
        option,
        inheritedKeys: { protoKey: 'stripped', constructorKey: 'rejected' },
        instructions: { plain: [1e5, 1e5, 1e5, 1e5], strict: [1.1e5, 1.09e5, 1.11e5, 1.1e5] },
      }),
      server('cheap', {
        option: { ...option, nested: true },
        instructions: { plain: [1e5, 1e5, 1e5, 1e5], strict: [1e5, 1.002e5, 0.999e5, 1.002e5] },
      }),
      server('ruin', { refusal: 'without unknown keys: unknown key: expected 4xx, got 200' }),
    ],
  }),
  checksum: '',
}

test('a row for each server: by cost, then those without an option, then hand-written ones', async () => {
  const pages = instrumentFiles(strictKeys, [{ file, path: 'results/strict-keys/a.json' }])
  const page = pages.get('charts/published/strict-keys/README.md') ?? ''
  assert.deepEqual(tableCells(page).slice(-5), [
    [
      'cheap',
      'zod',
      'stripped',
      'stripped',
      'z.strictObject()',
      'yes',
      '',
      '',
      '+0.10 (−0.10 to +0.20)',
      '100,100',
    ],
    [
      'dear',
      'zod',
      'stripped',
      'stripped',
      'z.strictObject()',
      'each needs it',
      'stripped',
      'rejected',
      '+10.0 ± 1.0',
      '110,000',
    ],
    ['lax', 'zod', 'echoed', '', 'none documented', '', '', '', '', ''],
    ['strict', 'joi', 'rejected', 'rejected', 'none needed', '', '', '', '', ''],
    ['by-hand', 'hand-written', 'stripped', 'stripped', 'hand-written: none', '', '', '', '', ''],
  ])
  assert.match(
    page,
    /\*\*2 of 4 servers with a validator can reject unknown keys by an option, 1 does so by default, and 1 has no documented way\.\*\* Over the 2 that were counted, the option costs \+5\.0% \(95% interval: [^)]+\) instructions per request\. With it, `__proto__` or `constructor` is stripped instead in one\./,
  )
  assert.match(
    terminalText(strictKeys, file),
    /\nruin: disqualified: without unknown keys: unknown key: expected 4xx/,
  )
})
