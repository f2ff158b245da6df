/** How many flaws a refusal names: the observed case by which a manifest's `validation.errors` is checked. */
import type { ObservedCase } from './scenario.ts'
import { jsonWith } from './values.ts'

/** A place and the JSON that is wrong there; its last key is what an answer must name. */
export type Flaw = [path: string, json: string]

/**
 * A value with two wrong fields. No key may be part of the other, or of a word that errors are made of (`id`, `name`). What a
 * refusal repeats of the call as a whole names nothing.
 */
export function twoFlaws(value: unknown, first: Flaw, second: Flaw): ObservedCase {
  const json = jsonWith(JSON.parse(jsonWith(value, ...first)), ...second)
  const keys = [first, second].map(([path]) => path.split('.').at(-1) as string)
  const named = (text: string) => keys.filter((key) => text.includes(key)).length
  return {
    id: 'two fields wrong',
    title: 'two fields wrong',
    json,
    describe: () => 'accepted',
    describeRefusal: (text) => `names ${['none', 'one', 'both'][named(text.replaceAll(json, ''))]}`,
  }
}
