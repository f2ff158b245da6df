import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from '../../charts/text/markdown.ts'
import { grouped } from '../../shared/basics/text.ts'
import { defaultProtocol, LEAST_ROUNDS, warmUpText } from '../../shared/results/default-protocol.ts'
import { LONGEST_LEAD_IN } from '../load/builtin/load.ts'
import { LONGEST_IDLE, RING } from '../load/builtin/session.ts'
import { REQUEST_TIMEOUT } from '../load/generator.ts'
import { INVALID_ONE_IN, LONGEST_LOAD } from '../load/requests.ts'
import { NOISE_LIMITS } from '../machine/noise.ts'
import { CHECKS_PER_SECOND } from '../run/checker.ts'
import { quickProtocol } from '../run/protocol.ts'
import { USUAL_LENGTH } from '../run/stop.ts'
import { LEAST_WARM_UP, REPEATS } from '../run/warm-up.ts'
import { defaultLimits } from '../server/server-process.ts'
import { requests } from '../versions/requests.ts'
import { json, type Raw, read } from './page-cells.ts'

function rows(): string[][] {
  const { connections, rounds, durationSeconds, sliceSeconds } = defaultProtocol
  const { stealPercent, foreignPercent, frequencyPercent } = NOISE_LIMITS
  return [
    ['connections', `${connections}, with one request in flight on each`],
    ['rounds', `as many as fit in ${USUAL_LENGTH / 60} minutes, ${LEAST_ROUNDS} to ${rounds}`],
    ['a trial’s measured load', `${durationSeconds} s, in slices of ${sliceSeconds} s`],
    ['servers per group', `at most ${defaultProtocol.groupSize}, with the baseline`],
    [
      'warm-up',
      `${LEAST_WARM_UP} s and ${warmUpText()}, at most ${defaultProtocol.warmupSeconds} s`,
    ],
    [
      'with `--quick`',
      `${quickProtocol.rounds} rounds, same load and warm-up, groups of at most ${quickProtocol.groupSize}`,
    ],
    ['a server must listen', `within ${defaultLimits.startTimeout / 1000} s`],
    ['between SIGTERM and SIGKILL', `${defaultLimits.stopTimeout / 1000} s`],
    ['a slice’s window opens', `within ${LONGEST_LEAD_IN} s`],
    ['a request times out', `after ${REQUEST_TIMEOUT} s`],
    [
      'requests prepared',
      `${RING} per connection, ${grouped(RING * connections)} in all; at most ${LONGEST_LOAD} MiB`,
    ],
    ['invalid requests', `1 in ${INVALID_ONE_IN}`],
    ['a connection is reopened', `after ${LONGEST_IDLE} s idle`],
    ['the checker', `${CHECKS_PER_SECOND} requests per second`],
    [
      'a slice is noisy',
      `steal was over ${stealPercent}% or other processes over ${foreignPercent}% of a CPU, summed over pinned CPUs; or their frequency changed by over ${frequencyPercent}% (where reported); or the CPU quota was used up, or the machine swapped or throttled`,
    ],
    ['noisy slices repeated', `at most ${REPEATS * 100}% of those that count`],
  ]
}

test('docs/method.md shows the protocol of the code', () => {
  const text = table(['setting', 'default'], rows(), ['left', 'left'])
  const page = read('docs/method.md').replaceAll('\r\n', '\n')
  assert.ok(page.includes(`\n\n${text}\n\n`), `its table is to be:\n${text}`)
})

test('docs/statistics.md says what follows from the runs of equal servers', () => {
  const { ratios, rounds, durationSeconds } = json('results/experiments/aa.json').figures
  const excluding = (margin: number) =>
    ratios.filter(({ low, high }: Raw) => low > 1 + margin || high < 1 - margin).length
  const furthest = Math.max(...ratios.map(({ ratio }: Raw) => Math.max(ratio, 1 / ratio)))
  const { threshold } = requests
  assert.equal(excluding(threshold), 0)
  const text = [
    `${ratios.length} runs of \`http-node\` against itself, ${rounds} rounds of ${durationSeconds} s each:`,
    `${excluding(0)} of the 95% intervals exclude the true ratio of 1; chance predicts ${0.05 * ratios.length}.`,
    `The largest error of a ratio was ${(100 * (furthest - 1)).toFixed(1)}%.`,
    `By the threshold of \`versions\` (${100 * threshold}%), none would be called different.`,
  ].join(' ')
  assert.ok(read('docs/statistics.md').includes(text), text)
})
