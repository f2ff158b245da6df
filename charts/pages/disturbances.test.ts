import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import type { Result } from '../../shared/result/format.ts'
import { restated } from '../../shared/result/restated.ts'
import { sampleResult, sampleServer } from '../../shared/result/samples.ts'
import { BASELINE, simulator, TYPICAL } from '../../shared/result/simulated-run.ts'
import { disturbancesOf, disturbanceText } from './disturbances.ts'

const ROUNDS = 5

/**
 * A run in which a slice that the hypervisor took something from is that much slower, and nothing else tells anything.
 * @param isNoted whether such a slice is said to be too disturbed to count
 */
function disturbed(isNoted = false): Result {
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
            noise: isNoted && stealSeconds > 0 ? 'steal' : null,
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
  const text = disturbancesOf(disturbed())
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

test('slices that do not count are among them: they alone show what disturbs, and by how much', () => {
  const noted = disturbancesOf(disturbed(true))
  const [table, text] = noted.split('\n\n') as [string, string]
  const steal = table
    .split('\n')
    .find((row) => row.includes('hypervisor'))
    ?.split('|')
    .at(-2)
  assert.ok(Number(steal) < -0.4, table)
  const [, noisy, all, lost, quiet] =
    /^([\d,]+) of the ([\d,]+) slices were .* Their rates are -([\d.]+)% off .*\(the quiet ones: ([+-][\d.]+)%\)/.exec(
      text,
    ) ?? []
  const slices = disturbed(true).servers.flatMap(({ trials }) => trials.flatMap((trial) => trial.slices))
  assert.equal(Number(all), slices.length)
  assert.equal(Number(noisy), slices.filter(({ noise }) => noise !== null).length)
  assert.ok(Math.abs(Number(lost) - 20) < 3 && Math.abs(Number(quiet)) < 2, text)
  const [, slowNoisy, slowQuiet] =
    /(\d+)% are slower than that by more than 10% \(of the quiet ones: (\d+)%\)\.$/.exec(text) ?? []
  assert.ok(Number(slowNoisy) > 80 && Number(slowQuiet) < 5, text)
})

test('a result that knows nothing of the CPUs’ speed is passed over', () => {
  const known: Result = { ...sampleResult(), scenario: 'hello', checksum: '' }
  assert.match(
    disturbanceText([disturbed(), known]),
    /^All slices of `hello` after the warm-up:\n\n\|[\s\S]+\n\nNone of them was more disturbed than the protocol allows\.$/,
  )
  assert.equal(disturbanceText([disturbed()]), '')
})
