/** What becomes of twelve servers in one group: each stands idle for long between its slices. */

import { table } from '../../charts/text/markdown.ts'
import { fitTrials } from '../../shared/result/fit.ts'
import type { Trial } from '../../shared/result/format.ts'
import { knownHalfWidth } from '../../shared/result/intervals.ts'
import { rateOf } from '../../shared/result/rates.ts'
import { medianOf } from '../../shared/result/statistics.ts'
import { ratioOf } from '../../shared/result/summary.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import { BASELINE } from '../measure/run-plan.ts'
import { measureWithCopy } from './lib/equals.ts'
import { type Experiment, perform } from './lib/experiment.ts'

interface Figures {
  /**
   * Name and version. Files from before the suite's own generator lack it, and their intervals are of that time as well: each
   * trial over the baseline's of its round, each server by itself.
   */
  generator?: string
  /** Half of the 95% interval of the ratio to the baseline, by server; the copy is the baseline once more. */
  halfWidths: Record<string, number>
  trials: {
    server: string
    runtime: string
    /** Of each slice, in turn. */
    requestsPerSecond: number[]
    /** Megabytes at the end of each slice. */
    memory: number[]
  }[]
}

/** With the baseline and its copy they are twelve. */
const OTHERS = ['deepkit', 'express', 'fastify', 'h3', 'hapi', 'hono', 'hono.bun', 'http-bun', 'koa', 'restify']

/** A heap that loses this share of its memory from one slice to the next has been shrunk. */
const SHRUNK = 0.8

export const interleaved: Experiment<Figures> = {
  name: 'interleaved',
  async measure(pinning) {
    const protocol = {
      ...defaultProtocol,
      secondPipelining: null,
      groupSize: 12,
      rounds: 5,
      durationSeconds: 8,
      sliceSeconds: 1,
      seed: 1,
    }
    const trials = await measureWithCopy(OTHERS, protocol, pinning)
    const fit = fitTrials(trials)
    const memoryAt = ({ memory }: Trial, end: number) =>
      (memory.series.findLast(([seconds]) => seconds <= end)?.[1] ?? Number.NaN) / 1e6
    return {
      generator: `${builtin.name} ${builtin.version()}`,
      halfWidths: Object.fromEntries(
        [...trials.keys()].flatMap((name) => {
          const width = name === BASELINE ? null : knownHalfWidth(ratioOf(fit, name, BASELINE))
          return width === null ? [] : [[name, width]]
        }),
      ),
      trials: [...trials].flatMap(([server, list]) =>
        list.map((trial) => ({
          server,
          runtime: server.endsWith('bun') ? 'bun' : 'node',
          requestsPerSecond: trial.slices.map(rateOf),
          memory: trial.slices.map((_, i) =>
            memoryAt(
              trial,
              trial.slices.slice(0, i + 1).reduce((sum, { seconds }) => sum + seconds, 0),
            ),
          ),
        })),
      ),
    }
  },
  markdown({ generator, halfWidths, trials }) {
    const rows = ['node', 'bun'].map((runtime) => {
      const drops = trials
        .filter((trial) => trial.runtime === runtime)
        .flatMap(({ requestsPerSecond, memory }) =>
          memory.flatMap((now, i) => {
            const [before, rate, rateBefore] = [memory[i - 1], requestsPerSecond[i], requestsPerSecond[i - 1]]
            return before && rate && rateBefore && now < SHRUNK * before ? [rate / rateBefore] : []
          }),
        )
      const number = trials.filter((trial) => trial.runtime === runtime).length
      return [runtime, String(number), String(drops.length), drops.length > 0 ? medianOf(drops).median.toFixed(2) : '']
    })
    const widths = Object.values(halfWidths)
    const percent = (value: number) => `±${(value * 100).toFixed(1)}%`
    const copy = halfWidths['http-node.copy']
    return [
      table(['runtime', 'trials', 'heap shrunk between two slices', 'rate after it / before it (median)'], rows, [
        'left',
        'right',
        'right',
        'right',
      ]),
      generator === undefined
        ? 'This was measured before there was the suite’s own load generator, by one that sleeps, and its intervals are of the method of that time, which compared each trial with the baseline alone. Rates and widths are not those of a run of today.'
        : `The load generator was \`${generator}\`.`,
      `The intervals of the ratios to \`http-node\` were ${percent(Math.min(...widths))} to ${percent(Math.max(...widths))} wide after five rounds of 8 s, that of its own copy ${percent(copy ?? Number.NaN)}.`,
    ].join('\n\n')
  },
}

await perform(interleaved, import.meta.main)
