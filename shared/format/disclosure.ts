/** Properties of a server that its manifest discloses. */
import { z } from 'zod'
import { createRandom } from '../basics/random.ts'
import { listed } from '../basics/text.ts'
import type { InvalidCase } from '../contract/scenario.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { type WireName, wires } from '../wires/wires.ts'

/** Runtimes of servers. */
export const RUNTIMES = ['node', 'bun', 'deno'] as const

export type RuntimeName = (typeof RUNTIMES)[number]

/** The validator, its kind and strictness. */
export const Validation = z.strictObject({
  by: z.enum(['framework', 'library', 'hand-written']),
  library: z
    .string()
    .min(1)
    .optional()
    .describe('name of the library, also if a framework includes it'),
  how: z
    .enum(['interpreted', 'jit', 'ahead-of-time'])
    .describe(
      'walks a schema, or is hand-written; generates code at run time with `new Function`; is compiled beforehand',
    ),
  unknownKeys: z.enum(['rejected', 'stripped', 'echoed']).describe('treatment of unknown keys'),
  coerces: z.boolean().describe('whether a string of digits is accepted as a number'),
  errors: z.enum(['first', 'all']).describe('whether it reports the first error or all'),
})

export type Validation = z.infer<typeof Validation>

const Serializer = z.enum(['schema-compiled', 'JSON.stringify', 'own'])

/** Deviations other than a status. */
const DEVIATION_KINDS = ['crashes', 'hangs', 'closes', 'wrong answer', 'accepts'] as const

export type DeviationKind = (typeof DEVIATION_KINDS)[number]

/** A deviation has either a status or `does`. */
export const KnownDeviation = z
  .strictObject({
    case: z
      .string()
      .describe('id of an invalid case of the contract, or of a case of the invariants'),
    status: z.int().min(300).max(599).optional().describe('status instead of the correct one'),
    does: z.enum(DEVIATION_KINDS).optional().describe('deviation other than a status'),
    reason: z.string().min(1),
  })
  .refine(({ status, does }) => (status === undefined) !== (does === undefined), {
    error: 'a deviation has either "status" or "does"',
  })

export type KnownDeviation = z.infer<typeof KnownDeviation>

/** The scenarios that an entry of a manifest applies to; default: all. */
export const Scope = z
  .array(z.enum([...scenarios.keys()]))
  .min(1)
  .optional()

/** A known deviation in some scenarios, or in all that have its case. */
const ScopedDeviation = KnownDeviation.safeExtend({
  scenarios: Scope,
  ofRuntime: z
    .boolean()
    .optional()
    .describe('of a runtime’s server without a framework: whether all servers may deviate like it'),
})

/** In the manifest, several cases may share an entry. */
export const KnownDeviations = z.preprocess(
  (entries) => (Array.isArray(entries) ? entries.flatMap(byCase) : entries),
  z.array(ScopedDeviation),
)

function byCase(entry: { case?: unknown } | null) {
  return Array.isArray(entry?.case) ? entry.case.map((id) => ({ ...entry, case: id })) : [entry]
}

export type ScopedDeviation = z.infer<typeof ScopedDeviation>

/** Formats a deviation. */
export function deviationText({ status, does }: KnownDeviation): string {
  return does ?? String(status)
}

/**
 * Formats the invalid data that a server is known to accept, for a caveat: `accepts null and numbers as a date`. Returns
 * undefined if there is none.
 */
export function acceptedText(
  knownDeviations: readonly KnownDeviation[],
  scenario: string,
): string | undefined {
  const accepted = new Set(
    knownDeviations.flatMap((known) => (known.does === 'accepts' ? [known.case] : [])),
  )
  if (accepted.size === 0) return undefined
  const cases = invalidCases(scenario).filter(({ id }) => accepted.has(id))
  const values = Map.groupBy(
    cases.flatMap(({ mistaken }) => (mistaken ? [mistaken] : [])),
    ([, model]) => model,
  )
  const [other, ...others] = cases.filter(({ mistaken }) => !mistaken)
  const texts = [
    ...[...values].map(
      ([model, list]) => `${listed([...new Set(list.map(([value]) => value))])} as ${model}`,
    ),
    ...(other
      ? [others.length > 0 ? `${other.id} and ${others.length} more invalid cases` : other.id]
      : []),
  ]
  return texts.length === 0 ? undefined : `accepts ${texts.join('; ')}`
}

const casesByScenario = new Map<string, readonly InvalidCase[]>()

/** A contract has hundreds of cases, which every server of the scenario asks for. */
function invalidCases(scenario: string): readonly InvalidCase[] {
  const cases =
    casesByScenario.get(scenario) ?? scenarios.get(scenario)?.contract(createRandom(1)).invalid
  casesByScenario.set(scenario, cases ?? [])
  return cases ?? []
}

/** Fields of a manifest that results repeat. */
export const Disclosure = z.strictObject({
  wire: z.enum(Object.keys(wires) as [WireName, ...WireName[]]).describe('format of calls on HTTP'),
  router: z.boolean().describe('whether requests pass a router'),
  validation: Validation,
  serializer: Serializer,
  tuned: z
    .string()
    .min(1)
    .nullable()
    .describe('why it differs from its documentation; null if it does not'),
  tags: z.array(z.string()).describe('tags to select servers'),
  description: z.string().min(1),
  notes: z.array(z.string()).describe('notes for readers'),
  knownDeviations: z.array(KnownDeviation),
})

export type Disclosure = z.infer<typeof Disclosure>

/** Returns a server's notes in a scenario: the manifest's, and the known deviations that the contract has a case for. */
export function remarksOn({ notes, knownDeviations }: Disclosure, scenario: string): string[] {
  const cases = new Set(invalidCases(scenario).map(({ id }) => id))
  const known = knownDeviations.filter((deviation) => cases.has(deviation.case))
  const byText = Map.groupBy(
    known,
    (deviation) => `${deviationText(deviation)}. ${deviation.reason}`,
  )
  const deviations = [...byText].map(
    ([text, same]) =>
      `known deviation, ${listed(same.map((deviation) => deviation.case))}: ${text}`,
  )
  return [...deviations, ...notes]
}

/** Formats the validator. */
export function validationText({ by, library, how }: Validation): string {
  if (by === 'hand-written') return by
  const name =
    by === 'framework' ? (library ? `built-in: ${library}` : 'built-in') : (library ?? 'a library')
  return how === 'interpreted' ? name : `${name} (${how})`
}
