/** What a manifest discloses of how a server does its work, and whether what was observed agrees with it. */
import { z } from 'zod'
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

export const KnownDeviation = z.strictObject({
  case: z.string().describe('id of an invalid case of the contract'),
  status: z.int().min(500).max(599).describe('the status that the server answers instead of 4xx'),
  reason: z.string().min(1),
})

export type KnownDeviation = z.infer<typeof KnownDeviation>

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

/** Who validates, in two or three words. */
export function validationText({ by, library, how }: Validation): string {
  if (by === 'hand-written') return by
  const name = by === 'framework' ? (library ? `built-in: ${library}` : 'built-in') : (library ?? 'a library')
  return how === 'interpreted' ? name : `${name} (${how})`
}
