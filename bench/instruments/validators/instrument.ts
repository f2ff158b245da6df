import type { ValidatorsProtocol } from '../../../charts/instruments/validators/format.ts'
import validators from '../../../charts/instruments/validators/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { plural } from '../../../shared/basics/text.ts'
import { RUNTIMES } from '../../../shared/format/disclosure.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { sixDigits } from '../../../shared/stats/statistics.ts'
import { value } from '../../cli/command.ts'
import { counts, fixedSeed, out, processes, quick, seconds } from '../../cli/options.ts'
import { onRuntimes, serverOptions } from '../../cli/server-options.ts'
import { counterOrNone } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  STEPS,
  scenarioSource,
} from '../../folders/servers.ts'
import { detectPinning } from '../../machine/cpus.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import { instrumentCommand } from '../../measure/command.ts'
import { runtimesOf } from '../../run/run-record.ts'
import { say } from '../../terminal/output.ts'
import { AMOUNTS } from './count-operation.ts'
import { TEXTS } from './inputs.ts'
import { BATCH, BATCHES, measureLibraries, TOOL } from './measure.ts'

export default instrumentCommand({
  shows: validators,
  description:
    'time and count validation libraries in process, with the model of update-user, without HTTP',
  options: {
    processes: processes(5, 1),
    seconds: value(
      '<s>',
      'seconds of calls per operation and process, and of warm-up before any is timed',
      seconds,
      {
        standard: 0.2,
        quick: 0.02,
      },
    ),
    counts,
    seed: fixedSeed,
    quick,
    out: out('validators'),
    servers: serverOptions.servers,
    runtime: serverOptions.runtime,
    serversDir: serverOptions.serversDir,
  },
  plan({ servers: asked, runtime, serversDir, processes, seconds, seed, counts }) {
    const folders = findServerFolders([SERVERS_DIR, `${ROOT}/validators`, ...serversDir])
    const withSteps = folders.filter((folder) => scenarioSource(folder, STEPS))
    const { installed, notInstalled } = discoverServers(chooseServers(withSteps, asked), STEPS)
    const all = RUNTIMES.filter((name) => findRuntime(name)).map((name) => ({
      text: name,
      name,
      major: undefined,
    }))
    const libraries = onRuntimes(
      installed.filter(({ manifest }) => manifest.runtime === 'node'),
      runtime ?? all,
    )
    if (libraries.length === 0)
      throw new UsageError(notInstalled[0]?.install ?? `no folder has ${STEPS}.ts`)
    const pinning = detectPinning()
    const runtimes = runtimesOf(libraries)
    const each = plural(processes, 'process', 'processes')
    return {
      lines: [
        `${runtimes.map(({ name, version }) => `${name} ${version}`).join(', ')}, ${each} of each library`,
      ],
      ...{ notInstalled, pinning, runtimes, tool: TOOL },
      async measure() {
        const { counter, notCounted } = await counterOrNone(counts)
        say(counter ? `counted by ${counter.version}` : `not counted: ${notCounted}`)
        const counting = counter && { counter, lanes: lanesFor(pinning).lanes }
        const protocol: ValidatorsProtocol = {
          ...{
            processes,
            seconds,
            batches: BATCHES.timed,
            warmUpBatches: BATCHES.warmUp,
            batch: BATCH,
            texts: TEXTS,
          },
          ...{
            tool: TOOL,
            counter: counter && 'qemu',
            calls: counter && AMOUNTS.calls,
            collects: 'young',
          },
          ...{ sideBySide: counting?.lanes.length ?? 1, seed },
        }
        const plan = { libraries, processes, counting, seed, cpus: pinning.server, seconds }
        return {
          scenario: updateUser.name,
          protocol,
          counterVersion: counter?.version ?? null,
          notCounted,
          servers: sixDigits(await measureLibraries(plan)),
        }
      },
    }
  },
})
