import { UsageError } from '../../../shared/basics/errors.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { plural } from '../../../shared/basics/text.ts'
import { profile } from '../../../shared/probes/profile.ts'
import { fixedSeed, processes } from '../../cli/options.ts'
import { findServerFolders, SERVERS_DIR } from '../../folders/servers.ts'
import { builtin, VERSION } from '../../load/builtin/builtin.ts'
import { measuring } from '../../measure/probe.ts'
import { serversOfScenario } from '../../measure/subjects.ts'
import { threadTimes } from '../../processes/threads.ts'
import { sessionsFor } from '../../run/sessions.ts'
import { CONDITIONS, profileProcess } from './process.ts'

export default measuring({
  probe: profile,
  description: 'CPU time per request by part and package',
  subjects: serversOfScenario,
  options: { processes: processes(3, 1), seed: fixedSeed },
  async prepare() {
    if (threadTimes(process.pid).size > 0) return { version: VERSION }
    throw new UsageError(
      'a profile needs the CPU time of each thread (/proc/<pid>/task/*/schedstat), which only Linux reports',
    )
  },
  expand: (server) => (server.runtime.name === 'bun' ? [] : [server]),
  protocol: (_, { pinning }) => ({ ...CONDITIONS, polling: pinning.generator !== null }),
  opening({ processes }, _, { length }) {
    if (length === 0)
      throw new UsageError('Bun has no inspector of V8: profile takes servers of Node and Deno')
    const { turns, sliceSeconds } = CONDITIONS
    return `${plural(processes, 'process', 'processes')} each, ${turns} × ${sliceSeconds} s with the profiler and without, interleaved`
  },
  share(plan) {
    // The load is independent of the chosen servers: it omits cases with a known deviation of any server.
    const subjects = [...findServerFolders([SERVERS_DIR]), ...plan.subjects]
    return sessionsFor({ ...plan, subjects }, CONDITIONS.connections, builtin.prepare)
  },
  async measure(server, { round, scenario, values: { seed = 1 }, tools: { pinning }, shared }) {
    const session = await shared.of(server.manifest.wire)
    const conditions = { ...CONDITIONS, polling: pinning.generator !== null }
    return profileProcess(
      { scenario, conditions, seed, pinning, session },
      server,
      round,
      createRandom(seed + round),
    )
  },
})
