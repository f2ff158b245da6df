/** Cases in which servers may differ, made from a valid value. */
import type { ObservedCase } from './scenario.ts'
import { jsonWith, shortJson, valueAt } from './values.ts'

/**
 * Returns the observed case of a value with one changed field, which an accepting response shows.
 * @param json the field's JSON; `undefined` removes it
 * @param change what else differs
 */
export function observedAt(
  value: unknown,
  path: string,
  json: string | undefined,
  change: Partial<ObservedCase> = {},
): ObservedCase {
  return {
    id: `${path}: ${json}`,
    title: `\`${path}\`: \`${json}\``,
    json: jsonWith(value, path, json),
    describe: (response) => `accepted as ${shortJson(valueAt(response, path))}`,
    ...change,
  }
}

/** Returns the observed case of a value with an unknown key. */
export function unknownKeyAt(
  value: unknown,
  path: string,
  change: Pick<ObservedCase, 'id' | 'title'>,
  json = '"x"',
): ObservedCase {
  const holder = path.split('.')
  const key = holder.pop() as string
  const describe = (response: unknown) => {
    const object = holder.length > 0 ? valueAt(response, holder.join('.')) : response
    return Object.hasOwn(Object(object), key) ? 'echoed' : 'stripped'
  }
  return observedAt(value, path, json, { ...change, describe })
}

/** A path and its invalid JSON; a response must name the path's last key. */
export type Flaw = [path: string, json: string | undefined]

/**
 * Returns a value with two invalid fields. No key may be part of the other, or of a common word in errors (`id`, `name`). A
 * rejection that repeats the whole call names no field by it.
 */
export function twoFlaws(value: unknown, first: Flaw, second: Flaw): ObservedCase {
  const json = jsonWith(JSON.parse(jsonWith(value, ...first)), ...second)
  const keys = [first, second].map(([path]) => path.split('.').at(-1) as string)
  const named = (text: string) => keys.filter((key) => text.includes(key)).length
  return {
    id: 'two fields wrong',
    title: 'two fields wrong',
    json,
    describeRejection: (text) =>
      `names ${['none', 'one', 'both'][named(text.replaceAll(json, ''))]}`,
  }
}
