/** Arbitrary cases for the invariants: valid, invalid and malformed requests of a scenario. */
import { isUtf8 } from 'node:buffer'
import * as fc from 'fast-check'
import { createRandom } from '../../shared/basics/random.ts'
import { isJson } from '../../shared/basics/text.ts'
import type {
  InvariantCase,
  InvariantSend,
  Model,
  Scenario,
} from '../../shared/contract/scenario.ts'
import { conforming, correct, rejected } from '../../shared/invariants/invariant-case.ts'
import { invariantCasesOn } from '../../shared/invariants/invariant-cases.ts'
import { chunked, cutAt, type Framing } from '../../shared/wires/framing.ts'
import { type Call, canCarry, jsonWires, type WireName, wires } from '../../shared/wires/wires.ts'
import { broken, mutated, share } from './json-mutations.ts'

/** A case, and the ids of the invariants' fixed cases that it resembles (its traits). */
export interface FuzzCase extends InvariantCase {
  traits: string[]
}

/** One request of a case, with its traits. */
interface Part {
  send: InvariantSend
  traits: string[]
}

/** Returns arbitrary cases for servers of the scenario: one or several requests, on one or several connections. */
export function fuzzCase(scenario: Scenario, wire: WireName): fc.Arbitrary<FuzzCase> {
  const known = invariantCasesOn(wire, scenario, createRandom(1)).filter(
    ({ sends, isLast }) => sends.length === 1 && !isLast,
  )
  const part = fc.oneof(
    { weight: 9, arbitrary: withFraming(ownCall(scenario, wire), known, scenario, wire) },
    { weight: 1, arbitrary: knownPart(known) },
    { weight: 1, arbitrary: target(scenario) },
  )
  const several = fc.tuple(
    // With minLength 1, the shrinker could not remove the last of several parts.
    fc.array(part, { maxLength: 4 }).filter((parts) => parts.length > 0),
    fc.constantFrom('one by one' as const, 'pipelined' as const, 'interleaved' as const),
  )
  return fc.oneof(
    { weight: 8, arbitrary: part.map((one) => caseOf([one], 'one by one')) },
    { weight: 2, arbitrary: several.map(([parts, order]) => caseOf(parts, order)) },
  )
}

function caseOf(parts: readonly Part[], order: InvariantCase['order']): FuzzCase {
  const traits = parts.flatMap((part) => part.traits)
  // After an Upgrade, the bytes that follow may belong to another protocol (RFC 9110, 7.8).
  if (order === 'pipelined' && traits.some((trait) => trait.startsWith('Upgrade')))
    return caseOf(parts, 'one by one')
  if (order === 'pipelined') traits.push(...pipelinedTraits(parts))
  return {
    id: 'fuzz',
    invariant: 1,
    sends: parts.map(({ send }) => send),
    order,
    traits: [...new Set(traits)],
  }
}

function pipelinedTraits(parts: readonly Part[]): string[] {
  const hasOddHead = ({ send, traits }: Part) =>
    send.allowed.kind === 'conforming' && (traits.length > 0 || send.call.path !== undefined)
  const has = (start: string) =>
    parts.some(({ traits }) => traits.some((trait) => trait.startsWith(start)))
  return [
    ...(parts.some(({ send }) => send.allowed.kind !== 'correct') ? PIPELINED_WITH_REJECTED : []),
    ...(parts.some(hasOddHead) ? ['pipelined behind a target that cannot be read'] : []),
    ...(has('target of 8,000') || has('a header of 4,000') ? PIPELINED_WITH_LONG_HEAD : []),
    ...(parts.some(isNoText) ? ['pipelined behind a body that is no UTF-8'] : []),
    ...(has('Expect') ? ['pipelined, with Expect: 100-continue'] : []),
  ]
}

function isNoText({ send: { call } }: Part): boolean {
  return call.bytes !== undefined && !isUtf8(call.bytes(call.json))
}

const PIPELINED_WITH_REJECTED = [
  'pipelined with an unknown path',
  'pipelined with an invalid value',
  'pipelined with half a JSON',
  'pipelined behind a long body to an unknown path',
]

/** Traits of pipelining with a long head. */
const PIPELINED_WITH_LONG_HEAD = ['before', 'behind'].map(
  (place) => `pipelined ${place} a target of 8,000 characters`,
)

/** Returns a call of the scenario, valid or not, and the allowed responses. */
function ownCall(scenario: Scenario, wire: WireName): fc.Arbitrary<InvariantSend> {
  const { fuzz } = scenario
  if (fuzz.from === 'load') return valid(scenario)
  if (fuzz.from === 'calls') return fuzz.calls(fc, { serial, load: valid(scenario) })
  const texts = validTexts(scenario)
  const text = fc
    .oneof(
      { weight: 3, arbitrary: texts },
      { weight: 7, arbitrary: mutated(texts) },
      { weight: 1, arbitrary: broken(texts) },
    )
    .filter((json) => canCarry(wire, scenario.route, { id: 'fuzz', json }))
  return fc.oneof(
    { weight: 15, arbitrary: text.map((json) => byOracle(fuzz.model, json)) },
    {
      weight: DESCRIBING_TYPES.includes(wire) ? 5 : 0,
      arbitrary: mutatedEncodings(scenario, wire, texts),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(texts, fc.uint8Array({ maxLength: 60 }))
        .map(([json, bytes]) => conforming({ id: 'bytes', json, bytes: () => bytes })),
    },
  )
}

/** Wires that carry types beyond JSON's. */
const DESCRIBING_TYPES: readonly WireName[] = [
  'orpc',
  'trpc-superjson',
  'connect',
  'superjson',
  'devalue',
  'seroval',
  'msgpackr',
]

/** Returns mutations of encoded bodies, including their type information. */
function mutatedEncodings(
  { route }: Scenario,
  wire: WireName,
  texts: fc.Arbitrary<string>,
): fc.Arbitrary<InvariantSend> {
  const encoded = texts.map((json) => ({ json, ...wires[wire].encode(route, json) }))
  if (jsonWires.includes(wire)) {
    return mutated(encoded.map(({ body }) => body)).map((text) =>
      conforming({ id: 'types', json: '', body: () => text }),
    )
  }
  const changes = fc.array(fc.tuple(share, fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 3,
  })
  return fc.tuple(encoded, changes).map(([{ json, bytes = new Uint8Array() }, changes]) => {
    const changed = Uint8Array.from(bytes)
    for (const [place, byte] of changes) changed[Math.floor(place * changed.length)] = byte
    return conforming({ id: 'types', json, bytes: () => changed })
  })
}

function byOracle({ oracle, expected }: Model, json: string): InvariantSend {
  const call = { id: 'fuzz', json }
  // A byte order mark may be accepted or rejected.
  if (!oracle || json.startsWith('\ufeff')) return conforming(call)
  if (!isJson(json)) return rejected(call)
  const value: unknown = JSON.parse(json)
  const verdict = oracle(value)
  if (verdict !== 'yes') return verdict === 'no' ? rejected(call) : conforming(call)
  return correct({ ...call, expected: JSON.parse(JSON.stringify(expected(value))) })
}

/** A unique serial number; it does not shrink. */
const serial = fc.noShrink(fc.noBias(fc.integer({ min: 1e15, max: 8e15 })))

function valid(scenario: Scenario): fc.Arbitrary<InvariantSend> {
  return serial.map((number) => correct(scenario.validCase(createRandom(number), number)))
}

/** Returns valid JSON of the load and of the contract, short enough to send many. */
function validTexts(scenario: Scenario): fc.Arbitrary<string> {
  const ofContract = scenario
    .contract(createRandom(1))
    .valid.map(({ json }) => json)
    .filter((json) => json.length < 2_000)
  return fc.oneof(
    {
      weight: 2,
      arbitrary: serial.map((number) => scenario.validCase(createRandom(number), number).json),
    },
    {
      weight: 1,
      // Replaces the first id.
      arbitrary: fc
        .tuple(serial, fc.constantFrom(...ofContract))
        .map(([number, json]) => json.replace(/("id":(?:"[A-Z]+-)?)-?\d+/, `$1${number}`)),
    },
  )
}

/** How a call is framed on a connection, and the id of the fixed case that it resembles. */
type FramingChoice = { framing: Framing; id: string } | null

/** Returns calls with arbitrary framing; the simplest is the ordinary one. */
function withFraming(
  call: fc.Arbitrary<InvariantSend>,
  known: readonly InvariantCase[],
  scenario: Scenario,
  wire: WireName,
): fc.Arbitrary<Part> {
  return fc.tuple(call, framingChoice(known, scenario)).map(([send, choice]): Part => {
    const traits =
      scenario.route.method === 'GET' ? [] : bodyTraits(send.call, wire, choice?.framing)
    if (!choice) return { send, traits }
    const split = /[^\0-\x7f]/.test(send.call.json) ? ['split within a character'] : []
    return { send: { ...send, framing: choice.framing }, traits: [...traits, choice.id, ...split] }
  })
}

function framingChoice(
  known: readonly InvariantCase[],
  { route }: Scenario,
): fc.Arbitrary<FramingChoice> {
  const named = known.flatMap(({ id, invariant, sends: [send] }) =>
    invariant === 3 && send?.framing ? [{ id, framing: send.framing }] : [],
  )
  const cuts = fc
    .array(share, { minLength: 1, maxLength: 4 })
    .map((shares) => ({ framing: cutAt(shares), id: 'split within a character' }))
  const sizes = fc
    .integer({ min: 1, max: 200 })
    .map((size) => ({ framing: chunked({ size }), id: 'chunks of one byte' }))
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 8, arbitrary: fc.constant<FramingChoice>(null) },
    { weight: 1, arbitrary: fc.constantFrom<FramingChoice[]>(...named) },
    { weight: 1, arbitrary: cuts },
    { weight: route.method === 'GET' ? 0 : 2, arbitrary: sizes },
  )
}

/** Characters; the contract sends longer ones, which take time. */
const LONGEST = 20_000

function knownPart(known: readonly InvariantCase[]): fc.Arbitrary<Part> {
  const parts = known.flatMap(({ id, sends: [send] }): Part[] =>
    send && send.call.json.length < LONGEST ? [{ send, traits: [id] }] : [],
  )
  return fc.constantFrom(...parts)
}

/** Visible ASCII, as a request target requires. */
const visible = fc.string({
  unit: fc.constantFrom(
    ...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)),
    '%',
    '/',
    '?',
    '&',
    '=',
    '[',
    '.',
    ':',
  ),
  maxLength: 12,
})

/** Returns the scenario's call with other request targets. */
function target(scenario: Scenario): fc.Arbitrary<Part> {
  return fc
    .tuple(valid(scenario), visible, fc.constantFrom('before', 'after', 'query', 'instead'))
    .map(([{ call }, text, place]) => {
      const usual = call.path ?? scenario.route.path
      const path =
        {
          before: `/${text}${usual}`,
          after: `${usual}${text}`,
          query: `${usual}?${text}`,
          instead: `/${text}`,
        }[place] ?? usual
      return { send: conforming({ ...call, path: path.replace(/^\/+/, '/') }), traits: [] }
    })
}

/** Returns the traits of a call with a body. */
function bodyTraits(
  { json, body, bytes }: Call,
  wire: WireName,
  framing: Framing | undefined,
): string[] {
  const text = bytes ? Buffer.from(bytes(json)).toString() : (body?.(json) ?? json)
  return [
    // The second is of `rich-user`, since most of its wires are not JSON.
    ...(isJson(text) ? [] : ['malformed JSON', 'truncated body']),
    ...(isJson(text) && !/^\s*\{/.test(text) ? ['the value is in a list'] : []),
    ...(bytes && !jsonWires.includes(wire) ? ['a body that is no UTF-8'] : []),
    ...(text === '' && framing ? ['an empty body, its head in two pieces'] : []),
  ]
}
