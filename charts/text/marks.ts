/**
 * Marks of caveats beside servers' names, and their footnotes. A caveat that most rows have is stated once and marks none.
 * One that few of many trials have gets no mark.
 */

import { CAVEATS, type CaveatKind } from '../../shared/results/caveats.ts'
import type { Result, Summary } from '../../shared/results/format.ts'

export interface Footnote {
  mark: string
  kind: CaveatKind
  meaning: string
  /** Details beyond the kind, such as `2 of 15 processes at 0.09, 13 at 0.20`, and their servers. */
  details: { names: string[]; message: string }[]
}

type WithCaveats = Pick<Summary, 'caveats' | 'trials'>

/** Least share of a server's trials for a caveat to mark its number: fewer hardly move it and occur by chance. */
const LEAST_SHARE = 0.1

/** Caveats that are deterministic, and so mark from the first trial. */
const ALWAYS: readonly CaveatKind[] = ['other-node', 'accepts-invalid', 'logs', 'ignored-sigterm', 'left-processes']

/** Caveats whose message differs from server to server. */
const DETAILED: readonly CaveatKind[] = ['bimodal', 'accepts-invalid']

const carries =
  (kind: CaveatKind) =>
  ({ caveats, trials: of }: WithCaveats) =>
    caveats.some((caveat) => caveat.kind === kind && marks(caveat, of))

function marks({ kind, trials }: WithCaveats['caveats'][number], of: number): boolean {
  return ALWAYS.includes(kind) || trials >= LEAST_SHARE * of
}

const kinds = Object.keys(CAVEATS) as CaveatKind[]

/** Returns the caveats that more than half of the measured rows have. */
export function commonKinds(rows: readonly (WithCaveats | null | undefined)[]): ReadonlySet<CaveatKind> {
  const measured = rows.filter((row) => !!row)
  return new Set(kinds.filter((kind) => measured.filter(carries(kind)).length > measured.length / 2))
}

/**
 * Returns the marks beside a server's name.
 * @param common caveats that are stated once for all rows instead
 */
export function marksOf(row: WithCaveats, common: ReadonlySet<CaveatKind>): string {
  return kinds
    .filter((kind) => !common.has(kind) && carries(kind)(row))
    .map((kind) => CAVEATS[kind].mark)
    .join('')
}

interface Rows {
  servers: { displayName: string; row: WithCaveats }[]
  common: ReadonlySet<CaveatKind>
}

function rowsOf({ servers }: Result): Rows {
  const measured = servers.flatMap(({ displayName, summary }) => (summary ? [{ displayName, row: summary }] : []))
  return { servers: measured, common: commonKinds(measured.map(({ row }) => row)) }
}

/** Returns a footnote for each caveat that marks a row. */
export function footnotes(result: Result): Footnote[] {
  const { servers, common } = rowsOf(result)
  return kinds
    .filter((kind) => !common.has(kind) && servers.some(({ row }) => carries(kind)(row)))
    .map((kind) => ({
      kind,
      mark: CAVEATS[kind].mark,
      meaning: CAVEATS[kind].meaning,
      details: detailsOf(kind, servers),
    }))
}

/** Names the messages of a kind, or the servers that have the caveat in some trials only. */
function detailsOf(kind: CaveatKind, servers: Rows['servers']): Footnote['details'] {
  const all = servers.flatMap(({ displayName, row: { caveats, trials: of } }) =>
    caveats
      .filter((caveat) => caveat.kind === kind)
      .flatMap((caveat) => {
        if (DETAILED.includes(kind)) return [{ displayName, message: caveat.message }]
        if (caveat.trials === of || !marks(caveat, of)) return []
        return [{ displayName, message: `in ${caveat.trials} of ${of} trials` }]
      }),
  )
  return [...Map.groupBy(all, ({ message }) => message)].map(([message, own]) => ({
    names: own.map(({ displayName }) => displayName),
    message,
  }))
}

/** A caveat that is stated once, since it applies to most rows. */
export interface CommonCaveat {
  kind: CaveatKind
  meaning: string
  /** `35 of 40 servers, all but a, b`. */
  whose: string
}

/** Returns the caveats that most rows have. */
export function commonCaveats(result: Result): CommonCaveat[] {
  const { servers, common } = rowsOf(result)
  return [...common].map((kind) => {
    const without = servers.filter(({ row }) => !carries(kind)(row)).map(({ displayName }) => displayName)
    const rest = without.length > 0 ? `, all but ${without.join(', ')}` : ''
    const whose = `${servers.length - without.length} of ${servers.length} servers${rest}`
    return { kind, meaning: CAVEATS[kind].meaning, whose }
  })
}
