/** Parses the strings in the URL of `route-params`, for servers whose framework has no validation. */

/** An id as text to an integer that JavaScript can hold; `undefined` where it is none. */
export function parseId(text: string): number | undefined {
  const id = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

/** The query's `fields` as a list; empty where there are none. */
export function parseFields(text: string | null | undefined): string[] {
  return text ? text.split(',') : []
}
