/** Formats the command that repeats a comparison, for the directory in which it was run. */
import { isAbsolute, relative } from 'node:path'
import { IS_PACKAGE, PROGRAM, ROOT } from '../../shared/basics/root.ts'
import type { Pair } from './spec.ts'

interface Repeated {
  /** The directory in which the user called the suite. */
  from: string
  specs: Pair['specs']
  /** Options and their values, without paths. */
  options: Readonly<Record<string, string | undefined>>
  /** Options and their paths; one without paths is left out. */
  paths: readonly [option: string, paths: readonly string[]][]
  /** Null of cases alone. */
  scenario: string | null
}

export function repeatingCommand({ from, specs, options, paths, scenario }: Repeated): string {
  const shown = (path: string) => {
    const way = relative(from, path)
    return way.startsWith('.') || isAbsolute(way) ? way : `./${way}`
  }
  const sides = specs.map((side) =>
    side
      .map((spec) =>
        'path' in spec.source
          ? spec.shown.replace(
              /@file:.*/,
              () => `@file:${shown((spec.source as { path: string }).path)}`,
            )
          : spec.shown,
      )
      .join(' '),
  )
  return [
    ...(IS_PACKAGE
      ? [PROGRAM]
      : ['npm', ...(from === ROOT ? [] : ['--prefix', shown(ROOT)]), 'run', 'bench', '--']),
    ...['versions', ...(scenario === null ? [] : [scenario]), ...sides],
    ...Object.entries(options).flatMap(([option, value]) =>
      value === undefined ? [] : [`--${option}`, value],
    ),
    ...paths.flatMap(([option, all]) =>
      all.length === 0 ? [] : [`--${option}`, all.map(shown).join(',')],
    ),
  ]
    .map(shellWord)
    .join(' ')
}

/** Quotes a word that the shell would change. */
const shellWord = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
