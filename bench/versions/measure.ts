/** Measures two versions of a package under one server. */
import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { plural } from '../../shared/basics/text.ts'
import type { Subject } from '../../shared/format/measurement.ts'
import { outcomeLine } from '../../shared/probes/versions.ts'
import {
  resultsIn,
  type VersionsDetails,
  type VersionsSide,
} from '../../shared/probes/versions-file.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import { buildServer } from '../folders/build.ts'
import type { Manager } from '../folders/package-manager.ts'
import { scenarioSource } from '../folders/servers.ts'
import { findRuntime, runtimeOf } from '../machine/runtimes.ts'
import { scratch } from '../processes/scratch.ts'
import { say } from '../terminal/output.ts'
import { assertContract } from '../verify/contract.ts'
import { contractTerms } from '../verify/verify.ts'
import type { Limits } from './limits.ts'
import type { MetricPlan } from './metric.ts'
import { type Measured, measureMetrics, type NamedMetric } from './metrics.ts'
import { makePlace, type Place } from './place.ts'
import type { Pair } from './spec.ts'

interface VersionsPlan extends Omit<MetricPlan, 'servers' | 'withModules'> {
  pair: Pair
  metrics: readonly NamedMetric[]
  /** Packs folders; default: that of their repository. */
  pack?: Manager | undefined
  failBelow?: Limits | undefined
}

type Measurements = Omit<VersionsDetails, 'notCounted' | 'repeat'> & { subjects: Subject[] }

/** @throws Unmeasurable if a version does not install, start or pass the contract */
export async function measureVersions(plan: VersionsPlan): Promise<Measurements> {
  const { pair, metrics, failBelow } = plan
  using workshop = scratch('bench-versions-')
  const places = await makePlaces(plan, workshop.path)
  const sides = places.map((place, i) => sideOf(pair, place, i as 0 | 1)) as [
    VersionsSide,
    VersionsSide,
  ]
  const [first, second] = sides
  const isEqual =
    places[0].contents === places[1].contents && `${first.packages}` === `${second.packages}`
  if (isEqual) return { sides, metrics: {}, caveats: [], subjects: [] }
  if (metrics.some(({ startsServer }) => startsServer)) await assertMeasurable(places, plan)
  const sources = {
    servers: (file: string) => places.map((place) => place.server(file)),
    withModules: (files: readonly [string, string]) =>
      places.map((place, i) => place.withModule(files[i as 0 | 1])),
  }
  const report = (each: Measured) => {
    const results = resultsIn({ sides, metrics: rulesOf([each]) }, subjectsOf([each], sides, plan))
    say(`${each.name}: ${outcomeLine(results)}`)
  }
  const measured = await measureMetrics(metrics, { ...plan, ...sources }, failBelow, report)
  return {
    sides,
    metrics: rulesOf(measured),
    caveats: measured.flatMap(({ caveats }) => caveats),
    functions: sixDigits(measured.flatMap(({ functions }) => functions)),
    subjects: sixDigits(subjectsOf(measured, sides, plan)),
  }
}

const rulesOf = (measured: readonly Measured[]) =>
  Object.fromEntries(measured.map(({ name, compared }) => [name, compared]))

/** Returns a subject of each side per figure, and the side that could not be measured. */
function subjectsOf(
  measured: readonly Measured[],
  sides: readonly [VersionsSide, VersionsSide],
  { pair: { specs }, folder }: VersionsPlan,
): Subject[] {
  const { runtime } = folder.manifest
  const isRuntime = runtimeOf(specs[0][0].name) !== undefined
  const usual = findRuntime(runtime)?.version ?? ''
  const subject = (
    { label, version }: VersionsSide,
    of: Pick<Subject, 'part' | 'disqualified' | 'samples'>,
  ) => ({
    name: label,
    displayName: label,
    version,
    runtime,
    runtimeVersion: isRuntime ? version : usual,
    ...of,
  })
  return measured.flatMap(({ name: metric, rows }) =>
    rows.flatMap((row) => {
      const { name: part } = row
      if ('notMeasured' in row) {
        const { notMeasured } = row
        const side = sides.find(({ label }) => notMeasured.startsWith(`${label}: `))
        const disqualified = side ? notMeasured.slice(side.label.length + 2) : notMeasured
        return [subject(side ?? sides[0], { part, disqualified, samples: [] })]
      }
      return [row.first, row.second].map((values, i) =>
        subject(sides[i as 0 | 1], {
          part,
          disqualified: null,
          samples: values.map((value, at) => ({ round: at + 1, values: { [metric]: value } })),
        }),
      )
    }),
  )
}

async function makePlaces(
  { pair: { specs, labels }, folder, pack, metrics }: VersionsPlan,
  workshop: string,
): Promise<[Place, Place]> {
  const tools = metrics.flatMap((metric) => metric.tools?.(folder) ?? [])
  const make = async (i: 0 | 1) => {
    const label = labels[i]
    const order = { workshop, name: String(i + 1), specs: specs[i], label, folder, pack, tools }
    const place = await makePlace(order)
    const siblingsText =
      place.siblings.length > 0 ? ` with ${place.siblings.join(', ')} of its repository` : ''
    say(
      `${label}: ${specs[i][0].name} ${place.version}${siblingsText} under ${folder.name}, ${plural(place.closure.length, 'package')}`,
    )
    return place
  }
  const first = make(0)
  // To pack a folder may build its repository, which both may share.
  if (specs.flat().some(({ source }) => 'path' in source)) await first
  const both = [first, make(1)] as const
  await Promise.allSettled(both)
  return await Promise.all(both)
}

/** @throws Unmeasurable if a server cannot be built or started, or violates the contract */
async function assertMeasurable(
  places: readonly Place[],
  { folder, scenario }: VersionsPlan,
): Promise<void> {
  // A validation library may have no server.
  if (!scenarioSource(folder, scenario.name)) return
  for (const place of places) {
    const server = place.server(scenario.name)
    try {
      await buildServer(server)
      await assertContract(server, contractTerms(server, scenario, 1))
    } catch (error) {
      throw new Unmeasurable(`${server.name}: ${messageOf(error)}`)
    }
  }
}

function sideOf(
  { specs, labels, commits }: Pair,
  { version, released, siblings, closure }: Place,
  i: 0 | 1,
): VersionsSide {
  const packages = [...new Set(closure.map((each) => `${each.name}@${each.version}`))].sort()
  return {
    label: labels[i],
    spec: specs[i].map(({ shown }) => shown).join(' '),
    version,
    released,
    commit: commits?.[i] ?? null,
    siblings,
    packages,
  }
}
