/**
 * Invariants 2 and 4: malicious bodies of wires with their own types. Those that name a CVE are modelled on a published and
 * fixed vulnerability.
 */
import type { Random } from '../basics/random.ts'
import type { InvariantCase, Scenario } from '../contract/scenario.ts'
import type { WireName } from '../wires/wires.ts'
import { anyValid, conforming, rejected, single } from './invariant-case.ts'

interface HostileBodies {
  wires: readonly [WireName, ...WireName[]]
  /** Additions to a valid body, which a server may ignore or reject. */
  additions?: Record<string, (encoded: string) => string>
  /** Bodies that a server must reject. */
  bodies?: Record<string, string>
}

export function hostileCases(scenario: Scenario, random: Random): InvariantCase[] {
  return [superjson, devalue, seroval, msgpackr, orpc].flatMap(
    ({ wires, additions = {}, bodies = {} }) => [
      ...Object.entries(additions).map(([what, body]) => {
        const item = anyValid(scenario, random)
        return single(`${wires[0]}: ${what}`, 4, conforming({ ...item, body }, undefined, item), {
          wires,
        })
      }),
      ...Object.entries(bodies).map(([what, text]) => {
        const call = { id: what, json: '{}', body: () => text }
        return single(`${wires[0]}: ${what}`, 2, rejected(call), { wires })
      }),
    ],
  )
}

/** Returns a function that inserts text behind the first occurrence of another. */
const insertAfter = (start: string, text: string) => (encoded: string) =>
  encoded.replace(start, () => start + text)

/** The first three: CVE-2022-23631. */
const superjson: HostileBodies = {
  wires: ['superjson', 'trpc-superjson'],
  additions: {
    'an equality leads to __proto__': insertAfter(
      '"meta":{',
      '"referentialEqualities":{"contact":["__proto__.toJSON"]},',
    ),
    'an equality leads to constructor.prototype': insertAfter(
      '"meta":{',
      '"referentialEqualities":{"contact":["constructor.prototype.toJSON"]},',
    ),
    'a type stands at __proto__': insertAfter('"values":{', '"__proto__":{"toJSON":["Date"]},'),
  },
  bodies: {
    'a class that is not registered':
      '{"json":{"id":1},"meta":{"values":{"id":[["class","Function"]]}}}',
    'a type that there is not': '{"json":{"id":1},"meta":{"values":{"id":["toString"]}}}',
    'a type at the end of 5,000 keys': `{"json":{},"meta":{"values":${'{"a":'.repeat(5_000)}["Date"]${'}'.repeat(5_000)}}}`,
  },
}

/** Prototypes: CVE-2025-57820; buffers: CVE-2026-22774 and CVE-2026-22775; lengths: CVE-2026-42570. */
const devalue: HostileBodies = {
  wires: ['devalue'],
  additions: {
    'a key __proto__': insertAfter('[{', '"__proto__":1,'),
    'a list of 4,294,967,295 places': (encoded) =>
      encoded
        .replace(/"sessions":\d+/, `"sessions":${JSON.parse(encoded).length}`)
        .replace(/\]$/, ',[-7,4294967295]]'),
  },
  bodies: {
    'a key __proto__ without a prototype': '[["null","__proto__",1],{"toJSON":2},5]',
    'a list with __proto__ as an index': '[[-7,10,"__proto__",1],{"toJSON":2},5]',
    'a type of the name constructor': '[["constructor",1],1]',
    'a buffer that is a number': '[["Uint8Array",1],4000000000]',
    'a buffer of 4,000,000,000 bytes': '[["Uint8Array",1],["ArrayBuffer",4000000000]]',
    'bytes beyond their buffer': '[["Uint8Array",1,0,4000000000],["ArrayBuffer","AAAA"]]',
    'a list in itself': '[[0]]',
    'an index that there is not': '[{"id":99}]',
    'lists 20,000 deep': `[${Array.from({ length: 20_000 }, (_, i) => `[${i + 1}]`).join()},1]`,
  },
}

const serovalKey = (name: string) => (encoded: string) =>
  encoded
    .replace('"k":[', `"k":["${name}",`)
    .replace('"v":[', '"v":[{"t":10,"i":900,"p":{"k":["toJSON"],"v":[{"t":0,"s":1}]},"o":0},')
const serovalNode = (json: string) => `{"t":${json},"f":127,"m":[]}`

/** Prototypes, patterns, lengths and depth: CVE-2026-23736, CVE-2026-23956, CVE-2026-23957 and CVE-2026-24006. */
const seroval: HostileBodies = {
  wires: ['seroval'],
  additions: {
    'a key __proto__': serovalKey('__proto__'),
    'a key constructor': serovalKey('constructor'),
  },
  bodies: {
    'a pattern': serovalNode('{"t":6,"i":0,"c":"(a+)+$","m":""}'),
    'a pattern of 50,000 characters': serovalNode(
      `{"t":6,"i":0,"c":"${'a'.repeat(50_000)}","m":""}`,
    ),
    'a list of 4,294,967,295 places': serovalNode('{"t":9,"i":0,"l":4294967295,"a":[],"o":0}'),
    'a rejected promise': serovalNode('{"t":12,"i":0,"s":0,"f":{"t":0,"s":1}}'),
    'a plugin that there is not': serovalNode('{"t":25,"i":0,"s":{},"c":"toString"}'),
    'a node that there is not': serovalNode('{"t":999,"i":0}'),
    'lists 3,000 deep': serovalNode(
      `${'{"t":9,"i":0,"o":0,"a":['.repeat(3_000)}{"t":0,"s":1}${']}'.repeat(3_000)}`,
    ),
  },
}

/** Bytes are written as Latin-1. */
const latin1 = (hex: string) => Buffer.from(hex, 'hex').toString('latin1')

/** Lengths without data, keys of the prototype, and depth. */
const msgpackr: HostileBodies = {
  wires: ['msgpackr'],
  bodies: {
    'a list of 4,294,967,295 items, none of which is there': latin1('ddffffffff'),
    'a map of 4,294,967,295 entries, none of which is there': latin1('dfffffffff'),
    '4,294,967,295 bytes, none of which is there': latin1('c6ffffffff'),
    'a record with a key __proto__': latin1('d4724091a95f5f70726f746f5f5f81a6746f4a534f4e01'),
    'a record that was not described': latin1('4101'),
    'an extension that there is not': latin1('d47f00'),
    'lists 20,000 deep': latin1('91'.repeat(20_000)),
    'two values': latin1('0102'),
  },
}

/** CVE-2026-28794. */
const orpc: HostileBodies = {
  wires: ['orpc'],
  additions: {
    'a type stands at __proto__': insertAfter('"meta":[', '[1,"__proto__","toJSON"],'),
    'a type stands at constructor.prototype': insertAfter(
      '"meta":[',
      '[1,"constructor","prototype","toJSON"],',
    ),
    'a type stands where nothing is': insertAfter('"meta":[', '[1,"nothing","at","all"],'),
    'a type that there is not': insertAfter('"meta":[', '[999,"name"],'),
    'a place that is no list': insertAfter('"meta":[', '5,'),
  },
}
