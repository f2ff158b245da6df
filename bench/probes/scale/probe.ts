import { aboutTime, plural } from '../../../shared/basics/text.ts'
import { scale, workersPart } from '../../../shared/probes/scale.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import { value } from '../../cli/command.ts'
import {
  positiveInteger,
  processes,
  quick,
  randomSeed,
  seconds,
  secondsOrNone,
  sharing,
  workerNumbers,
} from '../../cli/options.ts'
import { VERSION } from '../../load/builtin/builtin.ts'
import { divided } from '../../load/builtin/divided.ts'
import { detectPinning, mostWorkers } from '../../machine/cpus.ts'
import { measuring } from '../../measure/probe.ts'
import { serversOf, subjectOf } from '../../measure/subjects.ts'
import { assertWorkersPossible, serversThatShare } from '../../run/protocol.ts'
import { type Sessions, sessionsFor } from '../../run/sessions.ts'
import { say } from '../../terminal/output.ts'
import { scaleFigures } from './measure.ts'
import { numbersOf } from './numbers.ts'

/** Seconds of a group besides the load that counts: start, warm-up, checks and stop. */
const OVERHEAD_SECONDS = 3

export default measuring({
  probe: scale,
  description: 'requests/s, CPU, memory and p99 of servers as several processes behind one port',
  subjects: serversOf({
    assertFits: assertWorkersPossible,
    fitting: (servers, { sharing = 'reuse-port' }) => serversThatShare(servers, sharing),
  }),
  options: {
    workers: value(
      '<a,b>',
      'numbers of processes (default: 1,2,4… up to half of the CPUs, since the load generator needs as many); larger numbers are skipped, but if all are larger, processes share CPUs and the figures are never published',
      workerNumbers,
    ),
    sharing,
    connections: value('<n>', 'open connections per worker', positiveInteger, {
      standard: defaultProtocol.connections,
    }),
    seconds: value('<s>', 'seconds of load that count', seconds, { standard: 2, quick: 1 }),
    warmup: value('<s>', 'seconds of warm-up, at most', secondsOrNone, {
      standard: defaultProtocol.warmupSeconds,
    }),
    processes: { ...processes(3, 1), help: 'fresh groups of processes of each server' },
    seed: randomSeed,
    quick,
  },
  async prepare({ workers }) {
    const { numbers, left, line } = numbersOf(workers, mostWorkers())
    if (line !== null) say(line)
    return { version: VERSION, pinning: detectPinning(Math.max(...numbers)), numbers, left }
  },
  expand: (server, _, { numbers }) =>
    numbers.map((number) => subjectOf(server, '', workersPart(number))),
  protocol: ({ sharing, connections, seconds, warmup }, { numbers, pinning }) => ({
    workers: [...numbers],
    sharing,
    connections,
    seconds,
    warmup,
    ...(pinning.server === null && { sharedCpus: true }),
  }),
  opening: ({ processes, seconds }, _, { length }) =>
    `${plural(processes, 'group', 'groups')} each, ${aboutTime(length * processes * (seconds + OVERHEAD_SECONDS))}`,
  isRough: ({ pinning }) => pinning.server === null,
  share(plan) {
    const stack = new AsyncDisposableStack()
    const sessionsOf = (number: number) =>
      sessionsFor(plan, number * plan.values.connections, divided(number).prepare)
    const { numbers } = plan.tools
    const sessions = new Map(numbers.map((number) => [number, stack.use(sessionsOf(number))]))
    return Object.assign(stack, { sessions })
  },
  async measure(server, { round, scenario, values, tools: { pinning }, shared: { sessions } }) {
    const workers = Number.parseInt(server.part, 10)
    const session = await (sessions.get(workers) as Sessions).of(server.manifest.wire)
    return scaleFigures(server, session, { ...values, workers, round, scenario, pinning })
  },
  failed: (_, { left }) => left.length > 0,
})
