import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import type { Result } from '../../shared/result/format.ts'
import { restated } from '../../shared/result/restated.ts'
import { sampleResult, sampleServer } from '../../shared/result/samples.ts'
import { BASELINE, simulator, TYPICAL } from '../../shared/result/simulated-run.ts'
import { disturbanceTable, disturbanceText } from './disturbances.ts'

const ROUNDS = 5

/** A run in which a slice that the hypervisor took something from is that much slower, and nothing else tells anything. */
function disturbed(): Result {
  const trials = simulator(5)({ ...TYPICAL, truth: Array(12).fill(0), rounds: ROUNDS })
  const random = createRandom(1)
  const servers = [...trials].map(([name, own]) =>
    sampleServer(
      name,
      own.map((trial) => ({
        ...trial,
        slices: trial.slices.map((slice) => {
          const stealSeconds = random.integer(1, 5) === 1 ? 0.2 : 0
          const requests = slice.requests * (1 - stealSeconds)
          return {
            ...slice,
            requests,
            others: { stealSeconds, foreignSeconds: random.integer(0, 6) / 100 },
            probe: null,
          }
        }),
      })),
    ),
  )
  const rounds = Array.from({ length: ROUNDS }, () => [[...trials.keys()]])
  return restated({ ...sampleResult(servers), rounds, baseline: BASELINE, checksum: '' })
}

test('what slows slices goes together with slow ones, and what does not slow them does not; what is not known has no row', () => {
  const text = disturbanceTable(disturbed())
  const cells = (title: string) =>
    text
      .split('\n')
      .find((row) => row.includes(title))
      ?.split('|')
      .slice(2, -1)
      .map((cell) => Number.parseFloat(cell))
  const [slices, , , steal] = cells('hypervisor') ?? []
  assert.equal(slices, disturbed().servers.flatMap(({ trials }) => trials.flatMap((trial) => trial.slices)).length)
  assert.ok((steal ?? 0) < -0.4, `${steal}`)
  const [, , , foreign] = cells('other processes') ?? []
  assert.ok(Math.abs(foreign ?? 1) < 0.2, `${foreign}`)
  assert.equal(cells('probe'), undefined)
})

test('a result that knows nothing of the CPUs’ speed is passed over', () => {
  const known: Result = { ...sampleResult(), scenario: 'hello', checksum: '' }
  assert.match(disturbanceText([disturbed(), known]), /^The slices of `hello`:\n\n\|/)
  assert.equal(disturbanceText([disturbed()]), '')
})
