import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { sampleCounting, sampleResult } from '../../../shared/test/samples.ts'
import { tableCells } from '../../test/run-fixture.ts'
import { instrumentFiles, terminalText } from '../instrument.ts'
import {
  type Workarounds,
  workaroundCosts,
  workaroundsStore,
  workaroundsToPublish,
} from './format.ts'
import workarounds from './instrument.ts'

const server = (
  name: string,
  own: number[],
  standard: number[],
): Workarounds['servers'][number] => ({
  name,
  displayName: name,
  version: '1.0.0',
  runtime: 'node',
  runtimeVersion: '26.0.0',
  refusal: null,
  code: '',
  instructions: own,
  workarounds: [{ id: 'guards', why: `${name} falls.`, instructions: standard }],
})

const file = {
  ...workaroundsStore.complete({
    ...{
      startedAt: '2026-01-02T03:04:05.678Z',
      finishedAt: '2026-01-02T03:14:05.678Z',
      notInstalled: [],
    },
    ...{ environment: sampleResult().environment, source: { commit: 'abc', clean: true } },
    ...{ scenario: 'update-user', processes: 4, seed: 1, counting: sampleCounting },
    servers: [
      server('house', [], []),
      server('express', [21_000, 20_400, 21_000, 20_900], [20_500, 20_500, 20_500, 20_500]),
      server('tower', [22_000, 22_100, 22_000, 22_100], [20_000, 20_000, 20_000, 20_000]),
      server('slope', [22_000, 20_100, 20_200, 20_300], [20_000, 20_000, 20_000, 20_000]),
      { ...server('ruin', [], []), refusal: 'fell down' },
    ],
  }),
  checksum: '',
}

const stored = { file, path: 'results/workarounds/a.json' }

test('a row for each work-around, the most costly first', async () => {
  const page =
    instrumentFiles(workarounds, [stored]).get('charts/published/workarounds/README.md') ?? ''
  assert.deepEqual(tableCells(page).slice(-4), [
    ['tower', 'tower falls.', '+10.25 ± 0.25', '22,050', '20,000'],
    ['express', 'express falls.', '+2.2 (−0.5 to +2.4)', '20,950', '20,500'],
    ['slope', 'slope falls.', '+1.2 (+0.5 to +10.0)', '20,250', '20,000'],
    ['house', 'house falls.', 'not measured', '', ''],
  ])
  assert.doesNotMatch(page, /undefined|NaN|ruin falls/)
  assert.match(terminalText(workarounds, file), /│ tower +│ 1\.0\.0 +│ guards +│/)
  assert.match(terminalText(workarounds, file), /\nruin: disqualified: fell down$/)
})

test('a server comes from the newest file that counted it, else from the newest; a system has one table', (t) => {
  const root = temporaryDirectory(t)
  const { checksum: _, ...contents } = file
  const write = (name: string, change: Partial<typeof contents>) =>
    workaroundsStore.write(join(root, 'results/workarounds', name), { ...contents, ...change })
  write('2026-01-01T00-00-00Z.json', {
    notInstalled: [{ name: 'house', install: 'npm install house' }],
  })
  write('2026-01-02T00-00-00Z.json', {
    servers: [server('house', [30_000], [20_000]), server('tower', [1], [1])],
  })
  const slope = { ...server('slope', [], []), refusal: 'fell down' }
  write('2026-01-03T00-00-00Z.json', { servers: [server('tower', [1], [1]), slope] })
  const elsewhere = { ...contents.environment, os: 'Another Linux' }
  write('2026-01-04T00-00-00Z.json', {
    environment: elsewhere,
    servers: [server('wing', [1], [1])],
  })
  const published = workaroundsToPublish(root)
  const names = published.map(({ file: { servers } }) => servers.map(({ name }) => name))
  assert.deepEqual(names, [['express', 'slope', 'ruin', 'tower', 'house'], ['wing']])
  assert.deepEqual(published[0]?.others?.length, 2)
  assert.deepEqual(published[0]?.file.notInstalled, [])
  const page =
    instrumentFiles(workarounds, published).get('charts/published/workarounds/README.md') ?? ''
  const headings = page.split('\n').filter((line) => line.startsWith('## '))
  assert.equal(new Set(headings).size, headings.length)
  assert.match(page, / · 1 to 4 processes each × /)
})

test('a cost is the ratio of the figures that are shown, within its interval', () => {
  // As stored of nest-fastify: the median of all ratios is +1.6%.
  const own = [181_994, 182_917, 183_247, 185_932, 185_951]
  const [cost] = workaroundCosts(
    server('nest-fastify', own, [178_872, 183_007, 183_091, 183_704, 179_256]),
  )
  const { own: shown, standard, cost: estimate } = cost?.measured ?? assert.fail()
  assert.deepEqual([shown, standard], [183_247, 183_007])
  assert.ok(Math.abs(estimate.value - 100 * (183_247 / 183_007 - 1)) < 1e-9)
  assert.ok((estimate.low ?? 1) <= estimate.value && estimate.value <= (estimate.high ?? 0))
})

test('the headline has the largest effect either way', () => {
  const lead = (...servers: Workarounds['servers']) =>
    workarounds.lead?.([{ ...stored, file: { ...file, servers } }])
  const [dear, slower] = [server('dear', [106], [100]), server('slow', [83], [100])]
  assert.equal(
    lead(dear, server('fair', [101], [100]), slower),
    '**Of 3 work-arounds, the largest effect is −17.0% instructions per request (slow: the documented code is slower); in the other direction, it is +6.0% (dear). The median is +1.0%.**',
  )
  assert.match(
    lead(dear) ?? '',
    /^\*\*Of 1 work-around, the largest effect is \+6\.0% .* \(dear\)\. The median is/,
  )
})
