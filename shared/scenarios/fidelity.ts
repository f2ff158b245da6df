/** Shows which of the types that JSON lacks survive the way to a server and back, as read by the wire's own client. */
import { isDeepStrictEqual } from 'node:util'
import { valueAt } from './values.ts'

/** A type as it is sent, and where in the user it stands, where handlers leave it as it is. */
export interface TypeSent {
  type: string
  path: string
  /** In the suite's notation; `undefined` where the field is left out. */
  json: string | undefined
}

export const typesSent: readonly TypeSent[] = [
  { type: 'Date', path: 'contact.verifiedAt', json: '{"$date":"2020-01-31T10:20:30.456Z"}' },
  { type: 'bigint', path: 'id', json: '{"$bigint":"9007199254740993"}' },
  { type: 'Map', path: 'contact.keys', json: '{"$map":[["b",{"$bytes":"AQID"}],["a",{"$bytes":""}]]}' },
  { type: 'Set', path: 'roles', json: '{"$set":["updated","b","a"]}' },
  { type: 'Uint8Array', path: 'avatar', json: '{"$bytes":"AP/+/wA="}' },
  { type: 'undefined', path: 'nickname', json: '{"$undefined":true}' },
  { type: 'nested undefined', path: 'contact.verifiedAt', json: '{"$undefined":true}' },
  { type: 'absent field', path: 'nickname', json: undefined },
  { type: 'nested absent field', path: 'contact.verifiedAt', json: undefined },
]

const PREFIX = 'fidelity: '

/** The observed case's id of a type. */
export const fidelityId = (type: string) => `${PREFIX}${type}`

export const isFidelity = (id: string) => id.startsWith(PREFIX)

/** `kept`, or in a few words what the type became. */
export function becomeOf({ path, json }: TypeSent, answer: unknown): string {
  const sent = json === undefined ? undefined : JSON.parse(json)
  const got = valueAt(answer, path)
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
