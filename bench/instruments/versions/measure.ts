/** Measures two versions of a package under one server. */
import type { Versions, VersionsSide } from '../../../charts/instruments/versions/format.ts'
import { messageOf, Unmeasurable } from '../../../shared/basics/errors.ts'
import { plural } from '../../../shared/basics/text.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { AMOUNTS, type Counter, counterOrNone, readyCounter } from '../../counters/counter.ts'
import { buildServer } from '../../host/build.ts'
import type { Pinning } from '../../host/cpus.ts'
import { makeScratch, removeScratch } from '../../host/scratch.ts'
import type { Server, ServerFolder } from '../../host/servers.ts'
import type { ProtocolChoices } from '../../run/protocol.ts'
import { say } from '../../terminal/output.ts'
import { assertContract } from '../../verify/contract.ts'
import { contractTerms } from '../../verify/verify.ts'
import { countBoth, runBoth } from './metrics.ts'
import { makePlace, type Place } from './place.ts'
import type { Pair } from './spec.ts'

interface VersionsPlan {
  pair: Pair
  folder: ServerFolder
  scenario: Scenario
  /** Null to count no instructions. */
  counter: Counter | null
  /** Fresh processes to count, per version. */
  processes: number
  /** Counted requests per process. */
  requests: number
  /** Null to measure no requests/s. */
  run: ProtocolChoices | null
  pinning: Pinning
}

/** @throws Unmeasurable if a version does not install, start or pass the contract */
export async function measureVersions(
  plan: VersionsPlan,
): Promise<Pick<Versions, 'first' | 'second' | 'counts' | 'run'>> {
  const { pair, counter, run, requests, ...order } = plan
  const workshop = makeScratch('bench-versions-')
  try {
    const places = await makePlaces(plan, workshop)
    const servers = places.map(({ server }) => server)
    return {
      first: sideOf(pair, places, 0),
      second: sideOf(pair, places, 1),
      counts: counter && (await countBoth({ ...order, servers, counter, amounts: { ...AMOUNTS, requests } })),
      run: run && (await runBoth({ ...order, servers, choices: run })),
    }
  } finally {
    removeScratch(workshop)
  }
}

export type VersionsMetric = 'both' | 'instructions' | 'requests'

/** Returns the counter for a metric, or the reason why there is none. @throws CounterMissing if only instructions were asked for */
export async function counterFor(metric: VersionsMetric) {
  if (metric === 'both') return counterOrNone(true)
  return { counter: metric === 'requests' ? null : await readyCounter(), notCounted: null }
}

/** Installs both servers and checks the contract. */
async function makePlaces(
  { pair: { specs, labels }, folder, scenario }: VersionsPlan,
  workshop: string,
): Promise<Place[]> {
  const places: Place[] = []
  for (const [i, spec] of specs.entries()) {
    const label = labels[i] as string
    const place = await makePlace({ workshop, name: String(i + 1), spec, label, folder, scenario })
    say(`${label}: ${spec.name} ${place.version} under ${folder.name}, ${plural(place.closure.length, 'package')}`)
    await assertMeasurable(place.server, scenario)
    places.push(place)
  }
  return places
}

/** @throws Unmeasurable if the server cannot be built or started, or violates the contract */
async function assertMeasurable(server: Server, scenario: Scenario): Promise<void> {
  try {
    await buildServer(server)
    await assertContract(server, contractTerms(server, scenario, 1))
  } catch (error) {
    throw new Unmeasurable(`${server.name}: ${messageOf(error)}`)
  }
}

function sideOf({ specs, labels }: Pair, places: readonly Place[], i: 0 | 1): VersionsSide {
  const { version, closure } = places[i] as Place
  const packages = [...new Set(closure.map((each) => `${each.name}@${each.version}`))].sort()
  return { label: labels[i], spec: specs[i].shown, version, packages }
}
