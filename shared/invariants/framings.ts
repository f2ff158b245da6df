/** Invariant 3: valid data gets the same response in any permitted framing. */
import type { Random } from '../basics/random.ts'
import type {
  InvalidCase,
  InvariantCase,
  InvariantSend,
  Scenario,
  ValidCase,
} from '../contract/scenario.ts'
import { jsonWith } from '../contract/values.ts'
import {
  absoluteForm,
  byteByByte,
  chunked,
  chunkedWithinCharacters,
  expecting,
  type Framing,
  upperCase,
  withHeaders,
  withHost,
  withinCharacters,
} from '../wires/framing.ts'
import { jsonWires } from '../wires/wires.ts'
import { anyValid, conforming, correct, rejected, single } from './invariant-case.ts'

export function framingCases(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => anyValid(scenario, random)
  const framed = (id: string, framing: Framing, item: ValidCase = valid()) =>
    single(id, 3, correct(item, framing))
  const cases = [
    framed('split at every byte', byteByByte),
    framed('upper-case header names and values', upperCase),
    framed('a host of one letter', withHost('x')),
    // A host that is invalid in URLs may be rejected.
    ...['[', 'a:99999'].map((host) => {
      const item = valid()
      return single(`the host ${host}`, 2, conforming(item, withHost(host), item))
    }),
    single('Connection: close', 3, correct(valid(), withHeaders({ connection: 'close' })), {
      isLast: true,
    }),
    ...sequences(scenario, random),
  ]
  return scenario.route.method === 'GET'
    ? cases
    : [...cases, ...bodyFramings(scenario, random, framed)]
}

/** Bytes that a client sends at once. */
const LARGE = 65_536

function bodyFramings(
  scenario: Scenario,
  random: Random,
  framed: (id: string, framing: Framing, item?: ValidCase) => InvariantCase,
): InvariantCase[] {
  const contentTypes = [
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'APPLICATION/JSON',
    'Application/Json; Charset=UTF-8',
  ]
  const unicode = () => withUnicode(scenario, random)
  return [
    ...contentTypes.map((type) => ({
      ...framed(`content type ${type}`, withHeaders({ 'content-type': type })),
      wires: jsonWires,
    })),
    ...behind(scenario, random),
    framed('split within a character', withinCharacters, unicode()),
    framed('chunks cut within a character', chunkedWithinCharacters, unicode()),
    framed('one chunk', chunked({ size: LARGE })),
    framed('chunks', chunked()),
    framed('chunks of one byte', chunked({ size: 1 }), unicode()),
    framed('Transfer-Encoding: CHUNKED', chunked({ coding: 'CHUNKED' })),
    framed('chunk extensions', chunked({ extension: ';a=b' })),
    framed('chunks with a trailer field', chunked({ trailer: 'x-checksum: 1\r\n' })),
    framed('Expect: 100-continue', expecting('100-continue')),
    framed('Expect: 100-CONTINUE', expecting('100-CONTINUE')),
  ]
}

/** Returns a valid case of the contract with multi-byte characters. */
function withUnicode(scenario: Scenario, random: Random): ValidCase {
  const item = scenario
    .contract(random)
    .valid.find(({ json }) => Buffer.byteLength(json) > json.length)
  if (!item) throw new Error(`no valid case of ${scenario.name} has a multi-byte character`)
  return item
}

/** Valid requests among invalid ones. */
function sequences(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => correct(anyValid(scenario, random))
  const neighbours = invalidNeighbours(scenario, random)
  const sequence = (
    id: string,
    order: InvariantCase['order'],
    sends: InvariantSend[],
  ): InvariantCase => ({
    id,
    invariant: 3,
    order,
    sends,
  })
  return [
    sequence('pipelined', 'pipelined', Array.from({ length: 10 }, valid)),
    ...neighbours.map((item) =>
      sequence(`pipelined with ${item.id}`, 'pipelined', [
        valid(),
        rejected(item),
        valid(),
        rejected(item),
        valid(),
      ]),
    ),
    sequence('a connection used for anything before', 'one by one', [
      ...neighbours.map((item) => rejected(item)),
      conforming({ id: 'HEAD', json: '', method: 'HEAD', body: () => '' }),
      conforming({ id: 'OPTIONS', json: '', method: 'OPTIONS', body: () => '' }),
      valid(),
      ...neighbours.flatMap((item) => [rejected(item), valid()]),
    ]),
    {
      ...sequence('requests in turn on several connections', 'interleaved', [
        ...Array.from({ length: 6 }, () => correct(anyValid(scenario, random), byteByByte)),
        ...neighbours.map((item) => rejected(item, byteByByte)),
        correct(anyValid(scenario, random), byteByByte),
      ]),
      invariant: 4,
    },
  ]
}

/** Valid calls pipelined behind a request that a server may leave unread, or respond to in two parts. */
function behind(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = (framing?: Framing) => correct(anyValid(scenario, random), framing)
  const { json } = anyValid(scenario, random)
  const long = jsonWith(JSON.parse(json), 'unknown', JSON.stringify('x'.repeat(3_000)))
  const elsewhere = (body: string, framing?: Framing) =>
    rejected({ id: 'elsewhere', json: body, path: '/nowhere/at/all' }, framing)
  // A server that decompresses it responds late, and the next request's `100 Continue` has to wait.
  const badlyPacked = elsewhere('{}', withHeaders({ 'content-encoding': 'br' }))
  const pipelined = (id: string, first: InvariantSend, framing?: Framing): InvariantCase => ({
    id: `pipelined ${id}`,
    invariant: 3,
    order: 'pipelined',
    sends: [first, valid(framing), first, valid(framing)],
  })
  return [
    pipelined('behind a long body to an unknown path', elsewhere(long)),
    pipelined(
      'behind a target that cannot be read',
      conforming({ id: 'target', json: '{}' }, absoluteForm('localhost:99999')),
    ),
    pipelined(
      'behind a broken body, with Expect: 100-continue',
      badlyPacked,
      expecting('100-continue'),
    ),
  ]
}

/** Returns calls that every server rejects, of different kinds. */
function invalidNeighbours(scenario: Scenario, random: Random): InvalidCase[] {
  const { json } = anyValid(scenario, random)
  const elsewhere: InvalidCase = { id: 'an unknown path', json, path: '/nowhere/at/all' }
  if (scenario.route.method === 'GET') return [elsewhere]
  const [first] = scenario.contract(random).invalid
  return [
    elsewhere,
    ...(first ? [{ ...first, id: 'an invalid value' }] : []),
    { id: 'half a JSON', json, body: (encoded) => encoded.slice(0, encoded.length >> 1) },
  ]
}
