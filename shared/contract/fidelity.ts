/** Observes which types that JSON lacks survive a round trip, as decoded by the wire's own client. */
import { isDeepStrictEqual } from 'node:util'
import { valueAt } from './values.ts'

/** A type, and its path in the user where handlers do not change it. */
export interface TypeSent {
  type: string
  path: string
  /** In the suite's notation; `undefined` for an absent field. */
  json: string | undefined
}

export const typesSent: readonly TypeSent[] = [
  { type: 'Date', path: 'contact.verifiedAt', json: '{"$date":"2020-01-31T10:20:30.456Z"}' },
  { type: 'bigint', path: 'id', json: '{"$bigint":"9007199254740993"}' },
  {
    type: 'Map',
    path: 'contact.keys',
    json: '{"$map":[["b",{"$bytes":"AQID"}],["a",{"$bytes":""}]]}',
  },
  { type: 'Set', path: 'roles', json: '{"$set":["updated","b","a"]}' },
  { type: 'Uint8Array', path: 'avatar', json: '{"$bytes":"AP/+/wA="}' },
  { type: 'undefined', path: 'nickname', json: '{"$undefined":true}' },
  { type: 'nested undefined', path: 'contact.verifiedAt', json: '{"$undefined":true}' },
  { type: 'absent field', path: 'nickname', json: undefined },
  { type: 'nested absent field', path: 'contact.verifiedAt', json: undefined },
]

const PREFIX = 'fidelity: '

/** Returns the id of a type's observed case. */
export const fidelityId = (type: string) => `${PREFIX}${type}`

export const isFidelity = (id: string) => id.startsWith(PREFIX)

/** Returns `kept`, or the type that came back. */
export function roundTripOutcome({ path, json }: TypeSent, received: unknown): string {
  const sent = json === undefined ? undefined : JSON.parse(json)
  const got = valueAt(received, path)
  if (isDeepStrictEqual(got, sent)) return 'kept'
  const kind = kindOf(got)
  return kind === kindOf(sent) ? `another ${kind}` : kind
}

const names: Record<string, string> = {
  $bigint: 'bigint',
  $date: 'Date',
  $map: 'Map',
  $set: 'Set',
  $bytes: 'Uint8Array',
  $undefined: 'undefined',
}

function kindOf(notated: unknown): string {
  if (notated === undefined) return 'absent'
  if (notated === null) return 'null'
  if (Array.isArray(notated)) return 'array'
  if (typeof notated !== 'object') return typeof notated
  return names[Object.keys(notated)[0] ?? ''] ?? 'object'
}
