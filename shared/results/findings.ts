/**
 * Violations of the invariants by frameworks. Manifests list those of today as known deviations; `results/findings.json` keeps
 * those that a server avoids, or that a release fixed.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createRandom } from '../basics/random.ts'
import { ROOT } from '../basics/root.ts'
import type { Invariant, Scenario } from '../contract/scenario.ts'
import {
  Disclosure,
  deviationText,
  KnownDeviations,
  RUNTIMES,
  type RuntimeName,
  type ScopedDeviation,
} from '../format/disclosure.ts'
import { readJson } from '../format/stored-files.ts'
import { invariantCases } from '../invariants/invariant-cases.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import type { WireName } from '../wires/wires.ts'

/** From the repository's root. */
const PAST_FILE = 'results/findings.json'

const PastFinding = z
  .strictObject({
    package: z.string().min(1).describe('package whose code is at fault'),
    version: z.string().min(1).describe('version in which it was found'),
    server: z.string().min(1).describe('folder of the server that showed it'),
    scenario: z.string().min(1),
    case: z.string().min(1).describe('id of the case, of the invariants or of the contract'),
    invariant: z.literal([1, 2, 3, 4]),
    effect: z.string().min(1).describe('such as crashes, or bypasses a check'),
    what: z.string().min(1).describe('one sentence, without the input'),
    fixed: z.string().min(1).optional().describe('first fixed version'),
    avoided: z
      .string()
      .min(1)
      .optional()
      .describe('documented means by which the server avoids it'),
    public: z.url().optional().describe('public report'),
  })
  .refine(({ fixed, avoided }) => fixed !== undefined || avoided !== undefined, {
    error: 'a finding that is neither fixed nor avoided is a known deviation of a manifest',
  })

export type PastFinding = z.infer<typeof PastFinding>

/** A violation of today, by all servers whose manifests give the same reason. */
export interface PresentFinding {
  servers: ShowingServer[]
  /** What the server does: `crashes`, or the status of its response. */
  effect: string
  reason: string
  invariants: Invariant[]
  cases: string[]
  /** The runtime whose servers all may deviate like these; null if it is not the runtime's. */
  runtime: RuntimeName | null
  /** Where the first server shows the first case. */
  scenario: string
}

interface ShowingServer {
  name: string
  displayName: string
  wire: WireName
  /** With its version; null for a bare runtime. */
  package: string | null
}

export interface Findings {
  present: PresentFinding[]
  past: PastFinding[]
}

/** @throws UsageError that names the file and its first invalid field */
export function readFindings(root = ROOT): Findings {
  return {
    present: presentFindings(root),
    past: readJson(PAST_FILE, z.array(PastFinding), root) ?? [],
  }
}

const Versions = z.record(z.string(), z.string()).default({})

const ServerPackage = z.object({
  bench: z.object({
    name: z.string().optional(),
    package: z.string().optional(),
    runtime: z.enum(RUNTIMES).default('node'),
    wire: Disclosure.shape.wire.default('plain'),
    knownDeviations: KnownDeviations.default([]),
  }),
  dependencies: Versions,
  peerDependencies: Versions,
})

/** The worst first; statuses follow. */
const EFFECTS = ['crashes', 'hangs', 'accepts', 'wrong answer', 'closes']

const rankOf = ({ effect }: PresentFinding) => {
  const rank = EFFECTS.indexOf(effect)
  return rank < 0 ? EFFECTS.length + (effect < '500' ? 1 : 0) : rank
}

/** Reads all manifests: packages need not be installed. */
function presentFindings(root: string): PresentFinding[] {
  const names = readdirSync(join(root, 'servers')).sort()
  const violations = names.flatMap((name) => {
    const read = readJson(`servers/${name}/package.json`, ServerPackage, root)
    return read ? violationsOf(name, read) : []
  })
  return [...Map.groupBy(violations, ({ effect, reason }) => `${effect}: ${reason}`).values()]
    .map((same): PresentFinding => {
      const [{ effect, reason, scenario }] = same as [(typeof same)[number]]
      return {
        servers: [...new Map(same.map(({ server }) => [server.name, server])).values()],
        effect,
        reason,
        invariants: [...new Set(same.map(({ invariant }) => invariant))].sort(),
        cases: [...new Set(same.map(({ id }) => id))],
        runtime: same.find(({ runtime }) => runtime)?.runtime ?? null,
        scenario,
      }
    })
    .sort((a, b) => rankOf(a) - rankOf(b))
}

function violationsOf(
  name: string,
  { bench, dependencies, peerDependencies }: z.infer<typeof ServerPackage>,
) {
  const { name: displayName = name, package: framework, runtime, wire, knownDeviations } = bench
  const version = framework && (dependencies[framework] ?? peerDependencies[framework])
  const server: ShowingServer = {
    name,
    displayName,
    wire,
    package: framework ? `${framework}@${version}` : null,
  }
  return knownDeviations.flatMap((deviation) => {
    const violated = violatedBy(deviation)
    if (!violated) return []
    const { case: id, reason, ofRuntime } = deviation
    const effect = deviationText(deviation)
    return [{ server, id, effect, reason, runtime: ofRuntime ? runtime : null, ...violated }]
  })
}

/** Returns the invariant that a known deviation violates, and a scenario that shows it; undefined if it violates none. */
function violatedBy(
  deviation: ScopedDeviation,
): { invariant: Invariant; scenario: string } | undefined {
  const { case: id, status = 0, does, scenarios: scope } = deviation
  // A rejection with another 4xx, or of another field, violates the contract alone; so does accepted data, which is a caveat.
  const isBreach = status >= 500 || (does !== undefined && does !== 'accepts')
  for (const scenario of scenarios.values()) {
    const { name, file } = scenario
    if (scope && !scope.includes(name) && !scope.includes(file)) continue
    const invariant = casesOf(scenario).get(id)
    if (invariant === undefined || (invariant === null && !isBreach)) continue
    return { invariant: invariant ?? (does === 'wrong answer' ? 1 : 2), scenario: name }
  }
  return undefined
}

const casesByScenario = new Map<Scenario, ReadonlyMap<string, Invariant | null>>()

/** Returns all cases in which a server may deviate, with the invariant; null: of the contract alone. */
function casesOf(scenario: Scenario): ReadonlyMap<string, Invariant | null> {
  const random = createRandom(1)
  const cases =
    casesByScenario.get(scenario) ??
    new Map([
      ...scenario.contract(random).invalid.map(({ id }) => [id, null] as const),
      ...invariantCases(scenario, random).map(({ id, invariant }) => [id, invariant] as const),
    ])
  casesByScenario.set(scenario, cases)
  return cases
}
