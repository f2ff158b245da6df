import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ProfiledProcess, type ProfileProtocol, stacksFolder } from '../../../charts/instruments/profile/format.ts'
import profile from '../../../charts/instruments/profile/instrument.ts'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { duration, plural } from '../../../shared/basics/text.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import { FILE_SIZE } from '../../cli/assert-free.ts'
import { fixedSeed, processes } from '../../cli/options.ts'
import { codeDigest } from '../../host/code-digest.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../../host/servers.ts'
import { threadTimes } from '../../host/threads.ts'
import { builtin } from '../../load/builtin/builtin.ts'
import { exceptionsOf, Sessions } from '../../run/sessions.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import { profileProcess } from './process.ts'
import { Stacks } from './stacks.ts'

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

/** Maximum bytes of all stacks of a run. */
const STACKS_SIZE = 6_000_000

/** Contents by file name, kept from measuring to writing. */
const stacksFiles = new Map<string, string>()

export default serversCommand({
  shows: profile,
  description: 'CPU time per request by part and package, and the cost of garbage collection',
  options: { processes: processes(3, 1), seed: fixedSeed },
  place: () => ({
    size: FILE_SIZE + STACKS_SIZE,
    besides: (path) => [stacksFolder(path)],
    writeBeside: writeStacks,
  }),
  async prepare(_, pinning) {
    if (threadTimes(process.pid).size === 0) {
      throw new UsageError(
        'a profile needs the CPU time of each thread (/proc/<pid>/task/*/schedstat), which only Linux reports',
      )
    }
    return { tool: builtin.version(), pinning }
  },
  protocol: ({ processes, seed }, _, { pinning }): ProfileProtocol => ({
    ...{ ...standard, polling: pinning.generator !== null, processes, seed },
  }),
  opening({ processes, turns, sliceSeconds }) {
    return `${plural(processes, 'process', 'processes')} each, ${turns} × ${sliceSeconds} s profiled, GC-observed and plain, interleaved`
  },
  async measure({ scenario, servers, protocol, pinning }) {
    const { connections, polling, processes, seed } = protocol
    // The load is independent of the chosen servers: it omits cases with a known deviation of any server.
    const except = exceptionsOf([...findServerFolders([SERVERS_DIR]), ...servers], scenario)
    const load = { scenario: scenario.name, connections, polling, seed, except }
    const sessions = new Sessions((wire) => builtin.prepare({ ...load, wire }, pinning.generator))
    const session = (server: Server) => sessions.of(server.manifest.wire)
    const stacks = new Map(servers.map((server) => [server, new Stacks()]))
    const random = createRandom(seed)
    try {
      const measured = await measureProcesses({
        ...{ servers, processes, seed, line },
        measure: (server, round) =>
          profileProcess({ scenario, protocol, pinning, session }, server, round, random, stacks.get(server) as Stacks),
      })
      return {
        servers: measured.map(({ server, refusal, ...own }) => {
          const name = refusal === null ? `${server.name.replaceAll(/[^\w.-]+/g, '-')}.speedscope.json` : null
          if (name !== null) {
            stacksFiles.set(name, (stacks.get(server) as Stacks).file(server.name, 'npm run bench -- profile'))
          }
          return { ...own, code: codeDigest(server), stacks: name, refusal }
        }),
      }
    } finally {
      await sessions.close()
    }
  },
})

function line({ profiled, plain, seconds, settled }: ProfiledProcess): string {
  const cpu = (time: { main: number; others: number }) => (time.main + time.others).toFixed(2)
  const figures = `${cpu(profiled)} µs per request profiled, ${cpu(plain)} plain`
  return `${figures}, ${duration(seconds)}${settled ? '' : ', not settled'}`
}

/** Writes the stacks of each server, before the file that names them. */
function writeStacks(path: string, { servers }: { servers: readonly { stacks: string | null }[] }): void {
  const folder = stacksFolder(path)
  for (const { stacks } of servers) {
    const text = stacks === null ? undefined : stacksFiles.get(stacks)
    if (stacks === null || text === undefined) continue
    mkdirSync(folder, { recursive: true })
    writeFileAtomically(join(folder, stacks), text, false)
  }
}
