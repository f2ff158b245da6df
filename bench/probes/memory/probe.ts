import { aboutTime, grouped } from '../../../shared/basics/text.ts'
import { leaks, memory } from '../../../shared/probes/memory.ts'
import { flag, value } from '../../cli/command.ts'
import { fixedSeed, positiveInteger, quick, seconds, secondsOrNone } from '../../cli/options.ts'
import { measuring } from '../../measure/probe.ts'
import { serversOfScenario } from '../../measure/subjects.ts'
import { CONNECTIONS, memoryOf } from './measure.ts'

/** Points of a soak, at most, so that one of hours makes no larger file. */
const POINTS = 240
/** Seconds for start and stop. */
const AROUND = 1.5

interface Given {
  seconds: number | undefined
  soak: boolean
  quick: boolean
}

const secondsOf = ({ seconds, soak, quick }: Given) => seconds ?? (soak ? 600 : quick ? 8 : 40)
const processesOf = ({ processes, soak, quick }: Given & { processes: number | undefined }) =>
  processes ?? (soak || quick ? 1 : 3)

/** Returns the seconds of a soak's points. */
function pointsIn(seconds: number): number[] {
  const every = Math.max(1, Math.round(seconds / POINTS))
  return Array.from({ length: Math.floor(seconds / every) }, (_, i) => (i + 1) * every)
}

export default measuring({
  probe: memory,
  description: 'memory of servers at the same rate, at rest and after garbage collection',
  subjects: serversOfScenario,
  options: {
    // A rate that every server sustains, even with others on its CPU; 100,000 requests in 40 s.
    rate: value('<n>', 'requests/s per server', positiveInteger, { standard: 2_500 }),
    seconds: value('<s>', 'seconds of load (default: 40; with --soak 600; quick: 8)', seconds),
    idle: value('<s>', 'seconds of rest after the load', secondsOrNone, { standard: 10, quick: 2 }),
    soak: flag('also collect garbage under load, and report whether the heap grows'),
    processes: value(
      '<n>',
      'fresh processes of each server (default: 3; 1 with --soak or --quick)',
      positiveInteger,
    ),
    sideBySide: value('<n>', 'concurrent servers, on the same CPU', positiveInteger, {
      standard: 4,
    }),
    seed: fixedSeed,
    quick,
  },
  prepare: async ({ sideBySide }, { pinning }) => ({
    lanes: Array.from({ length: sideBySide }, () => pinning.server),
  }),
  protocol: (values, _, { length }) => ({
    rate: values.rate,
    connections: CONNECTIONS,
    loadSeconds: secondsOf(values),
    idleSeconds: values.idle,
    soak: values.soak,
    processes: processesOf(values),
    sideBySide: Math.min(values.sideBySide, length),
  }),
  opening(values, _, { length }) {
    const { rate, idle, sideBySide, soak } = values
    const seconds = secondsOf(values)
    const rounds = processesOf(values) * Math.ceil(length / sideBySide)
    const about = aboutTime(rounds * (seconds + idle + AROUND))
    return `${soak ? 'soak, ' : ''}${grouped(rate)} requests/s for ${seconds} s, ${idle} s of rest, ${about}`
  },
  measure(server, { cpus, scenario, values }) {
    const { rate, idle, soak, seed } = values
    const seconds = secondsOf(values)
    const points = soak ? pointsIn(seconds) : []
    return memoryOf(server, { scenario, rate, seconds, idle, points, seed, cpus })
  },
  failed: ({ subjects }) => subjects.some(leaks),
})
