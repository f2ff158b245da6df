/** Loads a light and a heavy server for some seconds to check whether the machine is fit for measurements. */
import { createRandom } from '../../shared/basics/random.ts'
import type { Trial } from '../../shared/format/format.ts'
import type { Checked } from '../../shared/format/health.ts'
import { measuredSlices, type Slice } from '../../shared/format/slices.ts'
import { defaultsOf } from '../../shared/results/default-protocol.ts'
import { reject } from '../../shared/scenarios/reject.ts'
import { sixDigits, sum } from '../../shared/stats/statistics.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type Server } from '../folders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { type Pinning, pinSelf } from '../machine/cpus.ts'
import { runRound } from './round.ts'
import { BASELINE } from './run-plan.ts'

/** Its errors capture stack traces: of the servers of `reject`, a starved machine slows it down most. */
const HEAVY = 'hapi'
/** Seed of the requests: the same in every check. */
const SEED = 1

/** @returns null if one of the two is not installed or fails, or if the system does not report user time */
export async function checkHealth(pinning: Pinning): Promise<Checked | null> {
  const { installed } = discoverServers(findServerFolders([SERVERS_DIR]), reject.name)
  const [light, heavy] = [BASELINE, HEAVY].map((name) =>
    installed.find((server) => server.name === name),
  )
  if (!light || !heavy) return null
  pinSelf(pinning.generator)
  const protocol = {
    ...defaultsOf(reject.name),
    polling: pinning.generator !== null,
    rounds: 1,
    seed: SEED,
  }
  const plan = {
    scenario: reject,
    protocol,
    generator: builtin,
    pinning,
    groups: [[light, heavy]],
    round: 1,
  }
  const { trials } = await runRound({ ...plan, random: createRandom(SEED), observes: () => false })
  const trialOf = (server: Server) => trials.find(({ name }) => name === server.name)?.trial
  return checkedFrom(
    { server: light, trial: trialOf(light) },
    { server: heavy, trial: trialOf(heavy) },
    pinning,
  )
}

interface Loaded {
  server: Pick<Server, 'name' | 'version' | 'runtime'>
  trial: Trial | undefined
}

/** Returns the figures of both servers, or null if one is missing. */
export function checkedFrom(
  light: Loaded,
  heavy: Loaded,
  pinning: Pick<Pinning, 'server' | 'generator'>,
): Checked | null {
  const [first, second] = [checkedServer(light), checkedServer(heavy)]
  if (!first || !second) return null
  const { name, version } = light.server.runtime
  const slices = [light, heavy].flatMap(({ trial }) => trial?.evidence.slices ?? [])
  return sixDigits({
    runtime: `${name} ${version}`,
    light: first,
    heavy: second,
    lostPercent: lostPercent(slices, pinning),
  })
}

function checkedServer({ server, trial }: Loaded): Checked['light'] | null {
  const slices = trial ? measuredSlices(trial.evidence) : []
  const requests = sum(slices, (slice) => slice.requests)
  const user = sum(slices, ({ userSeconds }) => userSeconds ?? 0)
  if (requests === 0 || user === 0) return null
  return {
    name: server.name,
    version: server.version,
    microseconds: (sum(slices, ({ seconds }) => seconds) / requests) * 1e6,
    userMicroseconds: (user / requests) * 1e6,
  }
}

function lostPercent(
  slices: readonly Slice[],
  { server, generator }: Pick<Pinning, 'server' | 'generator'>,
): number | null {
  const cpus = new Set([...(server ?? []), ...(generator ?? [])]).size
  const known = slices.filter(({ stealSeconds }) => stealSeconds !== null)
  if (cpus === 0 || known.length === 0) return null
  const lost = sum(known, (slice) => (slice.stealSeconds ?? 0) + (slice.foreignSeconds ?? 0))
  return (lost / (cpus * sum(known, ({ seconds }) => seconds))) * 100
}
