/**
 * What became of interleaving: the slices of a run (commit 7a72f73) in which twelve servers stood ready and were loaded in
 * turn. The runner of today does not do that any more, so that this can be told again and not measured again.
 */
import { table } from '../../charts/markdown.ts'
import { medianOf } from '../statistics.ts'
import type { Experiment } from './experiment.ts'

interface Figures {
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

/** A heap that loses this share of its memory from one slice to the next has been shrunk. */
const SHRUNK = 0.8

export const interleaved: Experiment<Figures> = {
  name: 'interleaved',
  async measure() {
    throw new Error('the runner does not interleave trials any more')
  },
  tell({ halfWidths, trials }) {
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
      `The intervals of the ratios to \`http-node\` were ${percent(Math.min(...widths))} to ${percent(Math.max(...widths))} wide after five rounds of 8 s, that of its own copy ${percent(copy ?? Number.NaN)}.`,
    ].join('\n\n')
  },
}
