/**
 * Invariants 2 and 4: malicious bodies of wires with their own types. Those that name a CVE are modelled on a published and
 * fixed vulnerability.
 */
import type { Random } from '../basics/random.ts'
import type { InvariantCase, Scenario } from '../contract/scenario.ts'
import type { WireName } from '../wires/wires.ts'
import { anyValid, conforming, refused, single } from './invariant-case.ts'

export function hostileCases(scenario: Scenario, random: Random): InvariantCase[] {
  /** Adds something to a valid body, which a server may ignore or reject. */
  const added: Added = (of, what, body) => {
    const item = anyValid(scenario, random)
    const wires = typeof of === 'string' ? [of] : of
    return single(`${wires[0]}: ${what}`, 4, conforming({ ...item, body }, undefined, item), {
      wires,
    })
  }
  const rejected: Rejected = (of, what, body) => {
    const wires = typeof of === 'string' ? [of] : of
    return single(`${wires[0]}: ${what}`, 2, refused({ id: what, json: '{}', body: () => body }), {
      wires,
    })
  }
  return [
    ...superjsonCases(added, rejected),
    ...devalueCases(added, rejected),
    ...serovalCases(added, rejected),
    ...msgpackrCases(rejected),
    ...orpcCases(added),
  ]
}

type Added = (
  of: WireName | WireName[],
  what: string,
  body: (encoded: string) => string,
) => InvariantCase
type Rejected = (of: WireName | WireName[], what: string, body: string) => InvariantCase

/** The first three: CVE-2022-23631. */
function superjsonCases(added: Added, rejected: Rejected): InvariantCase[] {
  const superjson: WireName[] = ['superjson', 'trpc-superjson']
  const meta = (what: string, json: string) =>
    added(superjson, what, (encoded) => encoded.replace('"meta":{', `"meta":{${json},`))
  return [
    meta(
      'an equality leads to __proto__',
      '"referentialEqualities":{"contact":["__proto__.toJSON"]}',
    ),
    meta(
      'an equality leads to constructor.prototype',
      '"referentialEqualities":{"contact":["constructor.prototype.toJSON"]}',
    ),
    added(superjson, 'a type stands at __proto__', (encoded) =>
      encoded.replace('"values":{', '"values":{"__proto__":{"toJSON":["Date"]},'),
    ),
    rejected(
      superjson,
      'a class that is not registered',
      '{"json":{"id":1},"meta":{"values":{"id":[["class","Function"]]}}}',
    ),
    rejected(
      superjson,
      'a type that there is not',
      '{"json":{"id":1},"meta":{"values":{"id":["toString"]}}}',
    ),
    rejected(
      superjson,
      'a type at the end of 5,000 keys',
      `{"json":{},"meta":{"values":${'{"a":'.repeat(5_000)}["Date"]${'}'.repeat(5_000)}}}`,
    ),
  ]
}

/** Prototypes: CVE-2025-57820; buffers: CVE-2026-22774 and CVE-2026-22775; lengths: CVE-2026-42570. */
function devalueCases(added: Added, rejected: Rejected): InvariantCase[] {
  return [
    added('devalue', 'a key __proto__', (encoded) => encoded.replace('[{', '[{"__proto__":1,')),
    rejected(
      'devalue',
      'a key __proto__ without a prototype',
      '[["null","__proto__",1],{"toJSON":2},5]',
    ),
    rejected(
      'devalue',
      'a list with __proto__ as an index',
      '[[-7,10,"__proto__",1],{"toJSON":2},5]',
    ),
    rejected('devalue', 'a type of the name constructor', '[["constructor",1],1]'),
    rejected('devalue', 'a buffer that is a number', '[["Uint8Array",1],4000000000]'),
    rejected(
      'devalue',
      'a buffer of 4,000,000,000 bytes',
      '[["Uint8Array",1],["ArrayBuffer",4000000000]]',
    ),
    rejected(
      'devalue',
      'bytes beyond their buffer',
      '[["Uint8Array",1,0,4000000000],["ArrayBuffer","AAAA"]]',
    ),
    added('devalue', 'a list of 4,294,967,295 places', (encoded) =>
      encoded
        .replace(/"sessions":\d+/, `"sessions":${JSON.parse(encoded).length}`)
        .replace(/\]$/, ',[-7,4294967295]]'),
    ),
    rejected('devalue', 'a list in itself', '[[0]]'),
    rejected('devalue', 'an index that there is not', '[{"id":99}]'),
    rejected(
      'devalue',
      'lists 20,000 deep',
      `[${Array.from({ length: 20_000 }, (_, i) => `[${i + 1}]`).join()},1]`,
    ),
  ]
}

/** Prototypes, patterns, lengths and depth: CVE-2026-23736, CVE-2026-23956, CVE-2026-23957 and CVE-2026-24006. */
function serovalCases(added: Added, rejected: Rejected): InvariantCase[] {
  const key = (name: string) =>
    added('seroval', `a key ${name}`, (encoded) =>
      encoded
        .replace('"k":[', `"k":["${name}",`)
        .replace('"v":[', '"v":[{"t":10,"i":900,"p":{"k":["toJSON"],"v":[{"t":0,"s":1}]},"o":0},'),
    )
  const node = (what: string, json: string) =>
    rejected('seroval', what, `{"t":${json},"f":127,"m":[]}`)
  return [
    key('__proto__'),
    key('constructor'),
    node('a pattern', '{"t":6,"i":0,"c":"(a+)+$","m":""}'),
    node('a pattern of 50,000 characters', `{"t":6,"i":0,"c":"${'a'.repeat(50_000)}","m":""}`),
    node('a list of 4,294,967,295 places', '{"t":9,"i":0,"l":4294967295,"a":[],"o":0}'),
    node('a rejected promise', '{"t":12,"i":0,"s":0,"f":{"t":0,"s":1}}'),
    node('a plugin that there is not', '{"t":25,"i":0,"s":{},"c":"toString"}'),
    node('a node that there is not', '{"t":999,"i":0}'),
    node(
      'lists 3,000 deep',
      `${'{"t":9,"i":0,"o":0,"a":['.repeat(3_000)}{"t":0,"s":1}${']}'.repeat(3_000)}`,
    ),
  ]
}

/** Lengths without data, keys of the prototype, and depth. Bytes are written as Latin-1. */
function msgpackrCases(rejected: Rejected): InvariantCase[] {
  const sent = (what: string, hex: string) =>
    rejected('msgpackr', what, Buffer.from(hex, 'hex').toString('latin1'))
  return [
    sent('a list of 4,294,967,295 items, none of which is there', 'ddffffffff'),
    sent('a map of 4,294,967,295 entries, none of which is there', 'dfffffffff'),
    sent('4,294,967,295 bytes, none of which is there', 'c6ffffffff'),
    sent('a record with a key __proto__', 'd4724091a95f5f70726f746f5f5f81a6746f4a534f4e01'),
    sent('a record that was not described', '4101'),
    sent('an extension that there is not', 'd47f00'),
    sent('lists 20,000 deep', '91'.repeat(20_000)),
    sent('two values', '0102'),
  ]
}

/** CVE-2026-28794. */
function orpcCases(added: Added): InvariantCase[] {
  const meta = (what: string, json: string) =>
    added('orpc', what, (encoded) => encoded.replace('"meta":[', `"meta":[${json},`))
  return [
    meta('a type stands at __proto__', '[1,"__proto__","toJSON"]'),
    meta('a type stands at constructor.prototype', '[1,"constructor","prototype","toJSON"]'),
    meta('a type stands where nothing is', '[1,"nothing","at","all"]'),
    meta('a type that there is not', '[999,"name"]'),
    meta('a place that is no list', '5'),
  ]
}
