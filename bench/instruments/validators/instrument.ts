import { InvalidArgumentError } from 'commander'
import type { ValidatorsProtocol } from '../../../charts/instruments/validators/format.ts'
import validators from '../../../charts/instruments/validators/instrument.ts'
import { plural } from '../../../shared/basics/text.ts'
import { RUNTIMES, type RuntimeName } from '../../../shared/results/disclosure.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { sixDigits } from '../../../shared/stats/statistics.ts'
import { value } from '../../cli/command.ts'
import { counts, fixedSeed, names, out, processes, quick, resultFile, seconds, serversDir } from '../../cli/options.ts'
import { AMOUNTS, counterOrNone } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { detectPinning } from '../../host/cpus.ts'
import { SERVERS_DIR } from '../../host/servers.ts'
import { runtimesOf } from '../../run/run-record.ts'
import { say } from '../../terminal/output.ts'
import { instrumentCommand } from '../instrument.ts'
import { TEXTS } from './inputs.ts'
import { findLibraries, findRuntimes, LIBRARIES_DIR } from './libraries.ts'
import { measureLibraries } from './measure.ts'
import { BATCH, BATCHES, TOOL } from './processes.ts'

/** Calls of an operation before it is counted. */
const WARM_UP = 24_000

export default instrumentCommand({
  shows: validators,
  description: 'time, count and weigh validation libraries in process, with the model of update-user, without HTTP',
  options: {
    processes: processes(5, 1),
    seconds: value('<s>', 'seconds of calls per operation and process, and of warm-up before any is timed', seconds, {
      standard: 0.2,
      quick: 0.02,
    }),
    counts,
    seed: fixedSeed,
    quick,
    out: out('validators'),
    servers: value('<a,b>', 'only the libraries of these folders', names),
    runtime: value('<a,b>', 'only on these: node, bun, deno (default: all that are installed)', runtimeNames),
    serversDir,
  },
  place: (values) => ({ out: resultFile(values) }),
  plan({ servers: asked, runtime, serversDir, processes, seconds, seed, counts }) {
    const on = findRuntimes(runtime ?? RUNTIMES, runtime !== undefined)
    const { libraries, notInstalled } = findLibraries([SERVERS_DIR, LIBRARIES_DIR, ...serversDir], asked, on)
    const pinning = detectPinning()
    const runtimes = runtimesOf(libraries)
    const folders = plural(new Set(libraries.map(({ folder }) => folder.name)).size, 'folder')
    const each = plural(processes, 'process', 'processes')
    return {
      lines: [`${folders} on ${runtimes.map(({ name, version }) => `${name} ${version}`).join(', ')}, ${each} each`],
      ...{ notInstalled, pinning, runtimes, tool: TOOL },
      async measure() {
        const { counter, notCounted } = await counterOrNone(counts)
        say(counter ? `counted by ${counter.version}` : `not counted: ${notCounted}`)
        const { requests: calls, step, longestWarmUp: longest } = AMOUNTS
        const amounts = { calls, warmUp: WARM_UP, step, longest }
        const counting = counter && { counter, amounts, lanes: lanesFor(pinning).lanes }
        const protocol: ValidatorsProtocol = {
          ...{ processes, seconds, batches: BATCHES.timed, warmUpBatches: BATCHES.warmUp, batch: BATCH, texts: TEXTS },
          ...{ tool: TOOL, counter: counter && 'qemu', calls: counter && calls },
          ...{ sideBySide: counting?.lanes.length ?? 1, seed },
        }
        const plan = { libraries, processes, counting, seed, cpus: pinning.server, seconds }
        return {
          scenario: updateUser.name,
          protocol,
          counterVersion: counter?.version ?? null,
          notCounted,
          libraries: sixDigits(await measureLibraries(plan)),
        }
      },
      failed: (contents) => contents.libraries.some(({ refusal }) => refusal !== null),
      status: asked && notInstalled.length > 0 ? 1 : 0,
    }
  },
})

function runtimeNames(text: string): RuntimeName[] {
  const list = names(text)
  if (list.every((name): name is RuntimeName => RUNTIMES.some((known) => known === name))) return list
  throw new InvalidArgumentError(`It takes ${RUNTIMES.join(', ')}.`)
}
