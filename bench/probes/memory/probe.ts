import { UsageError } from '../../../shared/basics/errors.ts'
import { aboutTime, grouped } from '../../../shared/basics/text.ts'
import { leaks, memory } from '../../../shared/probes/memory.ts'
import { flag, value } from '../../cli/command.ts'
import { fixedSeed, positiveInteger, quick, seconds, secondsOrNone } from '../../cli/options.ts'
import { counterOrNone } from '../../counters/counter.ts'
import { measuring } from '../../measure/probe.ts'
import { serversOfScenario } from '../../measure/subjects.ts'
import { say } from '../../terminal/output.ts'
import { limitedBy, memoryLimits, youngCostOf } from './limits.ts'
import { CONNECTIONS, memoryOf } from './measure.ts'
import { OwnExecutables } from './own-executables.ts'

/** Points of a soak, at most, so that one of hours makes no larger file. */
const POINTS = 240
/** Seconds for start and stop. */
const OVERHEAD_SECONDS = 1.5
/** Loads that most servers need to find their limits. */
const LOADS = 3.5
/** Seconds in which a server's instructions are counted twice, on two CPUs. */
const COUNTING = 10

interface Given {
  seconds: number | undefined
  idle: number | undefined
  soak: boolean
  limits: boolean
  quick: boolean
}

const secondsOf = ({ seconds, soak, quick }: Given) => seconds ?? (soak ? 600 : quick ? 8 : 40)
const idleOf = ({ idle, limits, quick }: Given) => idle ?? (limits ? 0 : quick ? 2 : 10)
const processesOf = ({
  processes,
  soak,
  limits,
  quick,
}: Given & { processes: number | undefined }) => processes ?? (soak || limits || quick ? 1 : 3)

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
    idle: value('<s>', 'seconds of rest after the load (default: 10; quick: 2)', secondsOrNone),
    soak: flag('also collect garbage under load, and report whether the heap grows'),
    limits: flag(
      'find the smallest of 128, 256 and 512 MiB that a server fits in, untuned and tuned',
    ),
    processes: value(
      '<n>',
      'fresh processes of each server (default: 3; 1 with --soak, --limits or --quick)',
      positiveInteger,
    ),
    sideBySide: value('<n>', 'concurrent servers, on the same CPU', positiveInteger, {
      standard: 4,
    }),
    seed: fixedSeed,
    quick,
  },
  fails: 'a server was disqualified or is not installed, or --soak found a leak',
  async prepare({ sideBySide, idle, soak, limits, quick }, { pinning }) {
    if (soak && limits) throw new UsageError('--soak and --limits are two measurements: use one')
    if (limits && idle !== undefined)
      throw new UsageError('--limits has no rest after the load: omit --idle')
    const { counter, notCounted } = await counterOrNone(limits && !quick)
    if (limits && !quick && notCounted !== null) say(`no instructions are counted: ${notCounted}`)
    const lanes = Array.from({ length: sideBySide }, () => pinning.server)
    return { counter, lanes, limits: limits ? await limitedBy() : null }
  },
  share: () => new OwnExecutables(),
  protocol: (values, { counter, limits }, { length }) => ({
    rate: values.rate,
    connections: CONNECTIONS,
    loadSeconds: secondsOf(values),
    idleSeconds: idleOf(values),
    soak: values.soak,
    ...(limits && { limits, counter: counter?.version ?? null }),
    // The last one of a server is counted.
    processes: processesOf(values) + Number(counter !== null),
    sideBySide: Math.min(values.sideBySide, length),
  }),
  opening(values, { counter }, { length }) {
    const { rate, sideBySide, soak, limits } = values
    const [seconds, idle] = [secondsOf(values), idleOf(values)]
    const rounds = processesOf(values) * Math.ceil(length / sideBySide)
    const each = (limits ? LOADS : 1) * (seconds + idle + OVERHEAD_SECONDS)
    const [kind, rest] = limits ? ['limits, ', ''] : [soak ? 'soak, ' : '', `, ${idle} s of rest`]
    return `${kind}${grouped(rate)} requests/s for ${seconds} s${rest}, ${aboutTime(rounds * each + (counter ? length * COUNTING : 0))}`
  },
  async measure(server, { round, cpus, scenario, values, tools, shared }) {
    const { rate, soak, seed } = values
    const [seconds, idle] = [secondsOf(values), idleOf(values)]
    const plan = { scenario, rate, seconds, idle, points: [], soak, seed, cpus }
    const { counter, limits } = tools
    if (limits !== null)
      return counter && round > processesOf(values)
        ? youngCostOf(server, plan, counter)
        : memoryLimits(server, plan, { limits, executables: shared })
    // The series of one process is enough for a chart.
    return memoryOf(server, { ...plan, points: soak || round === 1 ? pointsIn(seconds) : [] })
  },
  failed: ({ protocol, subjects }) => protocol.soak === true && subjects.some(leaks),
})
