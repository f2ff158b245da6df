/** Measures what each server's work-arounds cost, against the documented default, shows it, and writes the file. */
import { createRandom } from '../../shared/basics/random.ts'
import { plural } from '../../shared/basics/text.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import { type WorkedAround, workaroundsStore } from '../../shared/result/workarounds.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { identityOf } from '../contenders/identity.ts'
import type { MissingServer } from '../contenders/servers.ts'
import { findWorkarounds } from '../layers/find-layers.ts'
import { measureLayers } from '../layers/measure-layers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { workaroundsTable } from '../terminal/workarounds-table.ts'
import { type LayersOptions, layersProgress, timingOf } from './layers-and-report.ts'
import { runInstrument } from './run-instrument.ts'

type WorkaroundsOptions = Omit<LayersOptions, 'counter' | 'instructions' | 'time'>

/** @returns the exit status: 1 where a server was refused, or one that was asked for is not installed */
export async function workaroundsAndReport(options: WorkaroundsOptions): Promise<number> {
  const { names, directories, processes, seed, out } = options
  return runInstrument({ store: workaroundsStore, out }, async (begin) => {
    const pinning = detectPinning()
    const timing = timingOf(options)
    const { found, notInstalled } = await findWorkarounds(directories, names, seed)
    const servers = found.map(({ server }) => server)
    const lines = [
      `work-arounds in CPU time of update-user, ${plural(processes, 'time')} each: ${servers.map(({ name }) => name).join(', ')}`,
    ]
    await begin({ lines, notInstalled, pinning, runtimes: runtimesOf(servers), tool: builtin.version() })
    const {
      noisySlices,
      unsettled,
      servers: measured,
    } = await measureLayers(
      found,
      { counting: null, timing: { ...timing, processes, seed, pinning }, random: createRandom(seed) },
      layersProgress(processes),
    )
    const costs = servers.map((server, i): WorkedAround => {
      const { code, variants, refusal } = measured[i] as (typeof measured)[number]
      const of = (layer: string | null) => variants.find((variant) => variant.layer === layer)?.microseconds ?? []
      const workarounds = server.manifest.workarounds.map((each) => ({ ...each, microseconds: of(each.id) }))
      return { ...identityOf(server), code, refusal, microseconds: of(null), workarounds }
    })
    return {
      contents: {
        scenario: updateUser.name as 'update-user',
        processes,
        seed,
        timing: { ...timing, noisySlices, unsettled },
        servers: sixDigits([...costs, ...notInstalled.map(notMeasured)]),
      },
      table: workaroundsTable,
      failed: (names !== undefined && notInstalled.length > 0) || measured.some(({ refusal }) => refusal !== null),
    }
  })
}

/** What is not installed is listed with its work-arounds all the same. */
function notMeasured({ name, manifest }: MissingServer): WorkedAround {
  return {
    name,
    displayName: manifest.name ?? name,
    version: null,
    runtime: manifest.runtime,
    runtimeVersion: '',
    refusal: null,
    code: '',
    microseconds: [],
    workarounds: manifest.workarounds.map((each) => ({ ...each, microseconds: [] })),
  }
}
