/** The page's state, all of it in the fragment of its address, so that a shared link shows the same. */

export type State = ReadonlyMap<string, string>

/** Values by name; undefined resets to the default. */
export type Changes = Record<string, string | undefined>

/** @param hash including `#`, or empty */
export function readState(hash: string): State {
  return new Map(new URLSearchParams(hash.replace(/^#/, '')))
}

/** Returns a fragment including `#`; commas and colons are not escaped. */
export function writeState(state: State): string {
  const text = new URLSearchParams([...state]).toString()
  return `#${text.replaceAll('%2C', ',').replaceAll('%3A', ':')}`
}

export function changed(state: State, changes: Changes): State {
  const entries = Object.entries({ ...Object.fromEntries(state), ...changes })
  return new Map(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Splits a list of names: `a,b`. */
export const listOf = (value = '') => value.split(',').filter((name) => name !== '')

/** Removes the name from a list if it contains it, else appends it. */
export function toggled(value: string | undefined, name: string): string | undefined {
  const list = listOf(value)
  const next = list.includes(name) ? list.filter((other) => other !== name) : [...list, name]
  return next.join() || undefined
}

/**
 * Returns the address of a server's row, and Markdown of a badge that leads to it.
 * @param page address of the report; the badges are beside it
 */
export function permalinkOf(
  page: string,
  { name, title }: { name: string; title: string },
  server: string,
): { row: string; markdown: string } {
  const [report = ''] = page.split('#')
  const row = report + writeState(changed(new Map(), { scenario: name, open: server }))
  const badge = report.replace(/[^/]*$/, `data/badge/${server}/${name}.json`)
  const image = `https://img.shields.io/endpoint?url=${encodeURIComponent(badge)}`
  return { row, markdown: `[![rank, ${title}](${image})](${row})` }
}
