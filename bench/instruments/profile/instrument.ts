import type {
  ProfiledProcess,
  ProfileProtocol,
} from '../../../charts/instruments/profile/format.ts'
import profile from '../../../charts/instruments/profile/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { plural } from '../../../shared/basics/text.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import { fixedSeed, processes } from '../../cli/options.ts'
import { codeDigest } from '../../folders/code-digest.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../../folders/servers.ts'
import { builtin, VERSION } from '../../load/builtin/builtin.ts'
import { threadTimes } from '../../processes/threads.ts'
import { exceptionsOf, Sessions } from '../../run/sessions.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import { profileProcess } from './process.ts'

const SLICE_SECONDS = 0.4

/**
 * The load of the default protocol. V8 attributes the time of an inlined function to its caller, so only small functions are
 * inlined; inlining none would cost up to a third more.
 */
const standard = {
  generator: 'builtin' as const,
  connections: defaultProtocol.connections,
  sliceSeconds: SLICE_SECONDS,
  turns: 2,
  longestWarmUp: defaultProtocol.warmupSeconds / SLICE_SECONDS,
  interval: 500,
  flags: ['--max-inlined-bytecode-size=60', '--max-maglev-inlined-bytecode-size=60'],
} satisfies Partial<ProfileProtocol>

export default serversCommand({
  shows: profile,
  description: 'CPU time per request by part and package',
  options: { processes: processes(3, 1), seed: fixedSeed },
  async prepare(_, pinning) {
    if (threadTimes(process.pid).size === 0) {
      throw new UsageError(
        'a profile needs the CPU time of each thread (/proc/<pid>/task/*/schedstat), which only Linux reports',
      )
    }
    return { tool: VERSION, pinning }
  },
  protocol({ processes, seed }, servers, { pinning }): ProfileProtocol {
    if (profilable(servers).length === 0)
      throw new UsageError('Bun has no inspector of V8: profile takes servers of Node and Deno')
    return { ...standard, polling: pinning.generator !== null, processes, seed }
  },
  opening({ processes, turns, sliceSeconds }) {
    return `${plural(processes, 'process', 'processes')} each, ${turns} × ${sliceSeconds} s profiled and plain, interleaved`
  },
  async measure({ scenario, servers, protocol, pinning }) {
    const { connections, polling, processes, seed } = protocol
    // The load is independent of the chosen servers: it omits cases with a known deviation of any server.
    const except = exceptionsOf([...findServerFolders([SERVERS_DIR]), ...servers], scenario)
    const load = { scenario: scenario.name, connections, polling, seed, except }
    await using sessions = new Sessions((wire) =>
      builtin.prepare({ ...load, wire }, pinning.generator),
    )
    const session = (server: Server) => sessions.of(server.manifest.wire)
    const random = createRandom(seed)
    const measured = await measureProcesses({
      ...{ servers: profilable(servers), processes, seed, line },
      measure: (server, round) =>
        profileProcess({ scenario, protocol, pinning, session }, server, round, random),
    })
    return {
      servers: measured.map(({ server, ...own }) => ({ ...own, code: codeDigest(server) })),
    }
  },
})

/** Returns the servers of V8's runtimes. */
const profilable = (servers: readonly Server[]) =>
  servers.filter(({ runtime }) => runtime.name !== 'bun')

function line({ plain, parts, settled }: ProfiledProcess): string {
  const profiled = Object.values(parts).reduce((sum, time) => sum + time)
  return `${plain.toFixed(2)} µs per request, ${profiled.toFixed(2)} profiled${settled ? '' : ', not settled'}`
}
