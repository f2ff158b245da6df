/** Invariant 3: valid data gets the same response in any permitted framing. */
import type { Random } from '../basics/random.ts'
import type {
  InvalidCase,
  InvariantCase,
  InvariantSend,
  Scenario,
  ValidCase,
} from '../contract/scenario.ts'
import { isMultiByte, jsonWith } from '../contract/values.ts'
import {
  absoluteForm,
  byteByByte,
  chunked,
  chunkedWithinCharacters,
  expecting,
  type Framing,
  upperCase,
  withHead,
  withHeaders,
  withHost,
  withinCharacters,
} from '../wires/framing.ts'
import { jsonWires } from '../wires/wires.ts'
import { anyValid, conforming, correct, rejected, several, single } from './invariant-case.ts'

/** Framings of any request. */
const FRAMINGS: Record<string, Framing> = {
  'split at every byte': byteByByte,
  'upper-case header names and values': upperCase,
  'a host of one letter': withHost('x'),
  'a host with an empty port': withHost('localhost:'),
  // RFC 9112, section 3.2.2: a server must accept it, and ignore the Host beside it.
  'absolute form with the authority localhost': absoluteForm('localhost'),
  'absolute form with the scheme HTTP': absoluteForm('localhost', 'HTTP'),
  'absolute form beside another Host': withHeaders(
    { host: 'a.example' },
    absoluteForm('localhost'),
  ),
  'absolute form beside an empty Host': withHeaders({ host: '' }, absoluteForm('localhost')),
  // RFC 9110, section 7.8: an upgrade can be ignored, but not insisted on.
  'Upgrade: h2c': withHeaders({
    upgrade: 'h2c',
    connection: 'Upgrade, HTTP2-Settings',
    'http2-settings': 'AAMAAABkAAQAAP__',
  }),
  'an empty line before the request line': withHead((head) => `\r\n${head}`),
  'white space around values': withHeaders({ host: ' \t localhost \t ', 'x-a': '\t b \t' }),
}

/** Framings after which a server may close the connection. */
const LAST_FRAMINGS: Record<string, Framing> = {
  'Connection: close': withHeaders({ connection: 'close' }),
  'HTTP/1.0': withHead((head) => head.replace(' HTTP/1.1', ' HTTP/1.0')),
  'HTTP/1.0 without Host': withHead((head) =>
    head.replace(' HTTP/1.1', ' HTTP/1.0').replace(/host:.*\r\n/, ''),
  ),
}

/** Bytes that a client sends at once. */
const LARGE = 65_536

/** Framings of a body. */
const BODY_FRAMINGS: Record<string, Framing> = {
  'one chunk': chunked({ size: LARGE }),
  chunks: chunked(),
  'Transfer-Encoding: CHUNKED': chunked({ coding: 'CHUNKED' }),
  'white space around Transfer-Encoding': chunked({ coding: ' \tchunked \t' }),
  'chunk extensions': chunked({ extension: ';a=b' }),
  // RFC 9112, section 7.1.1: it must be removed.
  'white space in chunk extensions': chunked({ extension: ' ; a = b' }),
  'chunks with a trailer field': chunked({ trailer: 'x-checksum: 1\r\n' }),
  'Expect: 100-continue': expecting('100-continue'),
  'Expect: 100-CONTINUE': expecting('100-CONTINUE'),
  'Content-Length with leading zeros': withHead((head) =>
    head.replace('content-length: ', `$&${'0'.repeat(20)}`),
  ),
}

/** Framings of a body with multi-byte characters. */
const UNICODE_FRAMINGS: Record<string, Framing> = {
  'split within a character': withinCharacters,
  'chunks cut within a character': chunkedWithinCharacters,
  'chunks of one byte': chunked({ size: 1 }),
}

const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'APPLICATION/JSON',
  'Application/Json; Charset=UTF-8',
  'application/json ; charset=utf-8',
  'application/json; profile="a;b"',
  // RFC 9110, section 5.6.6: a parameter may be empty.
  'application/json;',
]

export function framingCases(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => anyValid(scenario, random)
  const cases = [
    ...framedCases(FRAMINGS, valid),
    ...framedCases(LAST_FRAMINGS, valid).map((item) => ({ ...item, isLast: true })),
    ...sequences(scenario, random),
  ]
  if (scenario.route.method === 'GET') return cases
  const types = CONTENT_TYPES.map((type) => [
    `content type ${type}`,
    withHeaders({ 'content-type': type }),
  ])
  return [
    ...cases,
    ...framedCases(Object.fromEntries(types), valid).map((item) => ({ ...item, wires: jsonWires })),
    ...pipelinedBehind(scenario, random),
    ...framedCases(UNICODE_FRAMINGS, () => withUnicode(scenario, random)),
    ...framedCases(BODY_FRAMINGS, valid),
  ]
}

function framedCases(framings: Record<string, Framing>, valid: () => ValidCase): InvariantCase[] {
  return Object.entries(framings).map(([id, framing]) => single(id, 3, correct(valid(), framing)))
}

/** Returns a valid case of the contract with multi-byte characters. */
function withUnicode(scenario: Scenario, random: Random): ValidCase {
  const item = scenario.contract(random).valid.find(({ json }) => isMultiByte(json))
  if (!item) throw new Error(`no valid case of ${scenario.name} has a multi-byte character`)
  return item
}

/** Valid requests among invalid ones. */
function sequences(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => correct(anyValid(scenario, random))
  const neighbours = invalidNeighbours(scenario, random)
  const afterValid = (item: InvalidCase) => [valid(), rejected(item)]
  return [
    several('pipelined', 3, 'pipelined', Array.from({ length: 10 }, valid)),
    ...neighbours.map((item) =>
      several(`pipelined with ${item.id}`, 3, 'pipelined', [
        ...afterValid(item),
        ...afterValid(item),
        valid(),
      ]),
    ),
    several('a connection used for anything before', 3, 'one by one', [
      ...neighbours.map((item) => rejected(item)),
      conforming({ id: 'HEAD', json: '', method: 'HEAD', body: () => '' }),
      conforming({ id: 'OPTIONS', json: '', method: 'OPTIONS', body: () => '' }),
      valid(),
      ...neighbours.flatMap((item) => [rejected(item), valid()]),
    ]),
    several('requests in turn on several connections', 4, 'interleaved', [
      ...Array.from({ length: 6 }, () => correct(anyValid(scenario, random), byteByByte)),
      ...neighbours.map((item) => rejected(item, byteByByte)),
      correct(anyValid(scenario, random), byteByByte),
    ]),
  ]
}

/** Valid calls pipelined behind a request that a server may leave unread, or respond to in two parts. */
function pipelinedBehind(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = (framing?: Framing) => correct(anyValid(scenario, random), framing)
  const { json } = anyValid(scenario, random)
  const long = jsonWith(JSON.parse(json), 'unknown', JSON.stringify('x'.repeat(3_000)))
  const toUnknownPath = (body: string) =>
    rejected({ id: 'elsewhere', json: body, path: '/nowhere/at/all' })
  const pipelined = (id: string, first: InvariantSend) =>
    several(`pipelined ${id}`, 3, 'pipelined', [first, valid(), first, valid()])
  const target = conforming({ id: 'target', json: '{}' }, absoluteForm('localhost:99999'))
  const noText = rejected({ id: 'no text', json, bytes: () => Uint8Array.of(0x80) })
  const expect = expecting('100-continue')
  return [
    pipelined('behind a long body to an unknown path', toUnknownPath(long)),
    pipelined('behind a target that cannot be read', target),
    { ...pipelined('behind a body that is no UTF-8', noText), wires: jsonWires },
    // Each `100 Continue` has to wait for the response before it. The last request may close the connection.
    several('pipelined, with Expect: 100-continue', 3, 'pipelined', [
      toUnknownPath('{}'),
      valid(expect),
      valid(),
      rejected({ id: 'empty', json: '', body: () => '' }, expect),
    ]),
  ]
}

/** Returns calls that every server rejects, of different kinds. */
function invalidNeighbours(scenario: Scenario, random: Random): InvalidCase[] {
  const { json } = anyValid(scenario, random)
  const unknownPath: InvalidCase = { id: 'an unknown path', json, path: '/nowhere/at/all' }
  if (scenario.route.method === 'GET') return [unknownPath]
  const [first] = scenario.contract(random).invalid
  return [
    unknownPath,
    ...(first ? [{ ...first, id: 'an invalid value' }] : []),
    { id: 'half a JSON', json, body: (encoded) => encoded.slice(0, encoded.length >> 1) },
  ]
}
