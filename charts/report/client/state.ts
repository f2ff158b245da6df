/** The state of the page, all of which is in its address behind `#`: who sends it to somebody sends what is seen. */
import type { Changes } from './panel.ts'

export type State = ReadonlyMap<string, string>

/** @param hash with `#`, or empty */
export function readState(hash: string): State {
  return new Map([...new URLSearchParams(hash.replace(/^#/, ''))].filter(([, value]) => value !== ''))
}

/** With `#`; commas and colons stay readable. */
export function writeState(state: State): string {
  const text = new URLSearchParams([...state]).toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return `#${text}`
}

/** What is undefined or empty is taken out. */
export function changed(state: State, changes: Changes): State {
  const next = new Map(state)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The names in a list of the state: `a,b`. */
export function listOf(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').filter((name) => name !== '')
}

/** The list with the name put at its end, or taken out where it is there. */
export function toggled(value: string | undefined, name: string): string | undefined {
  const list = listOf(value)
  const next = list.includes(name) ? list.filter((other) => other !== name) : [...list, name]
  return next.length > 0 ? next.join(',') : undefined
}
