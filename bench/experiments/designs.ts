/** Which cut of the same measured time tells two equals apart least: long slices or short ones. */
import { table } from '../../charts/markdown.ts'
import { halfWidth } from '../intervals.ts'
import { defaultProtocol } from '../options.ts'
import { type EqualsRun, runEquals } from './equals.ts'
import { type Experiment, perform } from './experiment.ts'

interface Figures {
  designs: (EqualsRun & { rounds: number; durationSeconds: number; sliceSeconds: number })[]
}

/** All load a server for 40 s. */
const DESIGNS = [
  { rounds: 5, durationSeconds: 8, sliceSeconds: 8 },
  { rounds: 5, durationSeconds: 8, sliceSeconds: 1 },
  { rounds: 5, durationSeconds: 8, sliceSeconds: 0.5 },
]

export const designs: Experiment<Figures> = {
  name: 'designs',
  async measure(pinning) {
    const measured: Figures['designs'] = []
    for (const design of DESIGNS) {
      measured.push({ ...design, ...(await runEquals({ ...defaultProtocol, ...design, seed: 1 }, pinning)) })
    }
    return { designs: measured }
  },
  tell({ designs: measured }) {
    const percent = (value: number) => `±${(value * 100).toFixed(1)}%`
    return table(
      ['rounds', 'load in a round', 'slice', 'whole run', 'interval of requests/s', 'interval of CPU time per request'],
      measured.map(({ rounds, durationSeconds, sliceSeconds, seconds, requestsPerSecond, cpuPerRequest }) => [
        String(rounds),
        `${durationSeconds} s`,
        `${sliceSeconds} s`,
        `${Math.round(seconds)} s`,
        percent(halfWidth(requestsPerSecond)),
        percent(halfWidth(cpuPerRequest)),
      ]),
      ['right', 'right', 'right', 'right', 'right', 'right'],
    )
  },
}

await perform(designs, import.meta.main)
