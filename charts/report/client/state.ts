/** The page's state, all of it in the fragment of its address, so that a shared link shows the same. */
import type { Changes } from './panel.ts'

export type State = ReadonlyMap<string, string>

/** @param hash including `#`, or empty */
export function readState(hash: string): State {
  return new Map(
    [...new URLSearchParams(hash.replace(/^#/, ''))].filter(([, value]) => value !== ''),
  )
}

/** Returns a fragment including `#`; commas and colons are not escaped. */
export function writeState(state: State): string {
  const text = new URLSearchParams([...state])
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
  return `#${text}`
}

/** Applies changes; undefined or empty values are removed. */
export function changed(state: State, changes: Changes): State {
  const next = new Map(state)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Splits a list of names: `a,b`. */
export function listOf(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').filter((name) => name !== '')
}

/** Removes the name from a list if it contains it, else appends it. */
export function toggled(value: string | undefined, name: string): string | undefined {
  const list = listOf(value)
  const next = list.includes(name) ? list.filter((other) => other !== name) : [...list, name]
  return next.length > 0 ? next.join(',') : undefined
}
