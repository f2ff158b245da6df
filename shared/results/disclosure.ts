/** What a manifest discloses of how a server does its work, and whether what was observed agrees with it. */
import { z } from 'zod'
import { createRandom } from '../basics/random.ts'
import { listed } from '../basics/text.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { type WireName, wires } from '../scenarios/wire.ts'

/** What a server can run on. */
export const RUNTIMES = ['node', 'bun', 'deno'] as const

export type RuntimeName = (typeof RUNTIMES)[number]

/** Who validates, how, and how strictly. */
export const Validation = z.strictObject({
  by: z.enum(['framework', 'library', 'hand-written']),
  library: z.string().min(1).optional().describe('its name; also where a framework brings it'),
  how: z
    .enum(['interpreted', 'jit', 'ahead-of-time'])
    .describe('walks a schema or is plain code; makes code at start with `new Function`; was compiled before'),
  unknownKeys: z
    .enum(['rejected', 'stripped', 'echoed'])
    .describe('what becomes of a key that the model does not have'),
  coerces: z.boolean().describe('whether a text of digits is taken for a number'),
  errors: z.enum(['first', 'all']).describe('how many of the flaws it looks for'),
})

export type Validation = z.infer<typeof Validation>

const Serializer = z.enum(['schema-compiled', 'JSON.stringify', 'own'])

/** What a server may do that is no response, or none that is right. */
const DEEDS = ['crashes', 'hangs', 'closes', 'wrong answer', 'accepts'] as const

export type Deed = (typeof DEEDS)[number]

/** Either a status or a deed. */
export const KnownDeviation = z
  .strictObject({
    case: z.string().describe('id of an invalid case of the contract, or of a case of the invariants'),
    status: z
      .int()
      .min(400)
      .max(599)
      .optional()
      .describe('the status that the server answers instead of the right one'),
    does: z.enum(DEEDS).optional().describe('what the server does that is no answer, or none that is right'),
    reason: z.string().min(1),
  })
  .refine(({ status, does }) => (status === undefined) !== (does === undefined), {
    error: 'a deviation has a status, or says what the server does',
  })

export type KnownDeviation = z.infer<typeof KnownDeviation>

/** What a server does instead, in a word or two. */
export function deviationText({ status, does }: KnownDeviation): string {
  return does ?? String(status)
}

/**
 * The invalid data of the scenario's contract that a server is known to accept, as a caveat says it: `accepts null and
 * numbers as a date`. Undefined where there is none.
 */
export function acceptedText(knownDeviations: readonly KnownDeviation[], scenario: string): string | undefined {
  const accepted = new Set(knownDeviations.flatMap((known) => (known.does === 'accepts' ? [known.case] : [])))
  if (accepted.size === 0) return undefined
  const cases =
    scenarios
      .get(scenario)
      ?.contract(createRandom(1))
      .invalid.filter(({ id }) => accepted.has(id)) ?? []
  const values = Map.groupBy(
    cases.flatMap(({ mistaken }) => (mistaken ? [mistaken] : [])),
    ([, model]) => model,
  )
  const [other, ...others] = cases.filter(({ mistaken }) => !mistaken)
  const texts = [
    ...[...values].map(([model, list]) => `${listed([...new Set(list.map(([value]) => value))])} as ${model}`),
    ...(other ? [others.length > 0 ? `${other.id} and ${others.length} more invalid cases` : other.id] : []),
  ]
  return texts.length === 0 ? undefined : `accepts ${texts.join('; ')}`
}

/** What a manifest says of a server and a result repeats: the one list of these fields. */
export const Disclosure = z.strictObject({
  wire: z.enum(Object.keys(wires) as [WireName, ...WireName[]]).describe('how its calls are put on HTTP'),
  router: z.boolean().describe('whether requests pass a router'),
  validation: Validation,
  serializer: Serializer,
  tuned: z.string().min(1).nullable().describe('why it is not as its documentation shows; null where it is'),
  tags: z.array(z.string()).describe('words to choose servers by'),
  description: z.string().min(1),
  notes: z.array(z.string()).describe('what a reader must know to judge the server'),
  knownDeviations: z.array(KnownDeviation),
})

export type Disclosure = z.infer<typeof Disclosure>

/** What a reader must know of a server in a scenario: its notes, and the known deviations that the contract has a case for. */
export function remarksOn({ notes, knownDeviations }: Disclosure, scenario: string): string[] {
  const cases = new Set(
    scenarios
      .get(scenario)
      ?.contract(createRandom(1))
      .invalid.map(({ id }) => id),
  )
  const deviations = knownDeviations
    .filter((deviation) => cases.has(deviation.case))
    .map((deviation) => `known deviation, ${deviation.case}: ${deviationText(deviation)}. ${deviation.reason}`)
  return [...deviations, ...notes]
}

/** Who validates, in two or three words. */
export function validationText({ by, library, how }: Validation): string {
  if (by === 'hand-written') return by
  const name = by === 'framework' ? (library ? `built-in: ${library}` : 'built-in') : (library ?? 'a library')
  return how === 'interpreted' ? name : `${name} (${how})`
}
