/** The cases of the laws and the contract that a single arbitrary call is one of, by what it sends. */
import { isJson } from '../../../shared/basics/text.ts'
import type { Framing } from '../../../shared/scenarios/laws/framing.ts'
import type { Call } from '../../../shared/scenarios/wire.ts'

/** For calls with a body. */
export function bodyTraits({ json, bytes }: Call, framing: Framing | undefined): string[] {
  const text = bytes ? Buffer.from(bytes(json)).toString() : json
  return [
    ...(isJson(text) ? [] : ['malformed JSON']),
    ...(text === '' && framing ? ['an empty body, its head in two pieces'] : []),
  ]
}
