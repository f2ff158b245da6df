/** README's table of what servers let through, and of what ends or stops them. */
import type { Findings } from '../../shared/results/findings.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { columnsTable, textColumn } from '../text/markdown.ts'

interface Row {
  what: string
  /** Display names. */
  servers: readonly string[]
}

/** Effects of a single request, as `Findings` names them. */
const EFFECTS: readonly (readonly [effect: string, what: string])[] = [
  ['crashes', 'one request crashes it'],
  ['hangs', 'one request gets no response'],
]

/** Invalid or unknown data, by the id of the observed behaviour, and the outcome if only one counts. */
const LENIENCIES: readonly (readonly [id: string, what: string, outcome?: string])[] = [
  ['unknown key', 'returns unknown keys', 'echoed'],
  ['id as a string', 'accepts `"1"` as a number'],
  ['30 February', 'accepts 30 February'],
]

/** Returns Markdown: a row per effect and per leniency that a server has; empty without any. */
export function letsThroughText(result: PooledResult, { present }: Findings): string {
  const rows: Row[] = [
    ...EFFECTS.map(([effect, what]) => ({
      what,
      servers: present
        .filter((finding) => finding.effect === effect)
        .flatMap(({ servers }) => servers.map(({ displayName }) => displayName)),
    })),
    ...LENIENCIES.map(([id, what, outcome]) => {
      const seen = result.subjects.flatMap(({ displayName, details: { behaviours } }) =>
        behaviours.filter((each) => each.id === id).map((each) => ({ ...each, displayName })),
      )
      const lenient = seen.filter(
        (each) => each.status === 200 && (!outcome || each.outcome === outcome),
      )
      return { what, servers: lenient.map(({ displayName }) => displayName) }
    }),
  ].filter(({ servers }) => servers.length > 0)
  if (rows.length === 0) return ''
  return columnsTable(rows, [
    ['finding', ({ what }) => what, 'left'],
    textColumn('servers', namesText),
  ])
}

/** More names than these are counted. */
const FEW = 5

/** Names all servers in alphabetical order, so that a reader finds any of them. */
function namesText({ servers }: Row): string {
  const names = [...new Set(servers)].sort((a, b) => a.localeCompare(b, 'en'))
  return `${names.length > FEW ? `${names.length}: ` : ''}${names.join(', ')}`
}
