import { type MemoryProtocol, summarizeMemory } from '../../../charts/instruments/memory/format.ts'
import memory from '../../../charts/instruments/memory/instrument.ts'
import { aboutTime, grouped } from '../../../shared/basics/text.ts'
import { flag, value } from '../../cli/command.ts'
import { fixedSeed, positiveInteger, seconds, secondsOrNone } from '../../cli/options.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import { memoryOf } from './process.ts'

const CONNECTIONS = 16
/** Points of a soak, at most, so that one of hours makes no larger file. */
const POINTS = 240
/** Seconds for start and stop. */
const AROUND = 1.5

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

export default serversCommand({
  shows: memory,
  description: 'memory of servers at the same rate, at rest and after garbage collection',
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
  },
  protocol(
    { rate, idle: idleSeconds, soak, seed, quick, sideBySide, ...given },
    servers,
  ): MemoryProtocol {
    const loadSeconds = given.seconds ?? (soak ? 600 : quick ? 8 : 40)
    return {
      ...{ rate, connections: CONNECTIONS, loadSeconds, idleSeconds, soak, seed },
      every: Math.max(1, Math.round(loadSeconds / POINTS)),
      processes: given.processes ?? (soak || quick ? 1 : 3),
      sideBySide: Math.min(sideBySide, servers.length),
    }
  },
  opening({ rate, loadSeconds, idleSeconds, processes, sideBySide, soak }, { length }) {
    const rounds = processes * Math.ceil(length / sideBySide)
    const about = aboutTime(rounds * (loadSeconds + idleSeconds + AROUND))
    return `${soak ? 'soak, ' : ''}${grouped(rate)} requests/s for ${loadSeconds} s, ${idleSeconds} s of rest, ${about}`
  },
  async measure({ scenario, servers, protocol, pinning }) {
    const measured = await measureProcesses({
      ...{ servers, processes: protocol.processes, seed: protocol.seed },
      lanes: Array.from({ length: protocol.sideBySide }, () => pinning.server),
      measure: (server) => memoryOf({ scenario, protocol, cpus: pinning.server }, server),
      line({ collected, peak, requests }) {
        const heap =
          collected?.heap == null ? '' : `, ${megabytes(collected.heap)} MB of heap after GC`
        return `peak ${megabytes(peak)} MB in ${grouped(requests)} requests${heap}`
      },
    })
    return { servers: measured.map(({ server: _, ...own }) => own) }
  },
  failed: ({ servers, protocol }) =>
    servers.some((server) => {
      const summary = summarizeMemory(server, protocol)
      return !summary || summary.growth?.verdict === 'leak'
    }),
})
