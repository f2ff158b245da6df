/** Marks of caveats beside servers' names, and their footnotes. A caveat that few of many trials have gets no mark. */
import type { Result, ServerResult, Summary } from '../../shared/format/format.ts'
import {
  acceptsInvalid,
  CAVEATS,
  type CaveatKind,
  markedCaveats,
} from '../../shared/results/caveats.ts'

export interface Footnote {
  mark: string
  kind: CaveatKind
  meaning: string
  /** Details beyond the kind, such as `2 of 15 processes at 0.09, 13 at 0.20`, and their servers. */
  details: { names: string[]; message: string }[]
}

/** Caveats whose message differs from server to server. */
const DETAILED: readonly CaveatKind[] = ['bimodal', 'accepts-invalid', 'one-kind']

const kinds = Object.keys(CAVEATS) as CaveatKind[]

/** Heads what follows the ranked servers. */
export const UNRANKED = 'Unranked: accepts invalid data'

/** Returns the marks beside a server's name. */
export function marksOf(summary: Pick<Summary, 'caveats' | 'trials'>): string {
  const marked = new Set(markedCaveats(summary).map(({ kind }) => kind))
  return kinds.map((kind) => (marked.has(kind) ? CAVEATS[kind].mark : '')).join('')
}

/** Returns servers as rows with the marks of their numbers. */
export const marked = (servers: readonly ServerResult[]) =>
  servers.map((server) => ({
    ...server,
    marks: server.summary ? marksOf(server.summary) : '',
    isUnranked: server.summary !== null && acceptsInvalid(server.summary),
  }))

/** Returns a footnote for each caveat that marks a row. */
export function footnotes({ subjects: servers }: Pick<Result, 'subjects'>): Footnote[] {
  const caveats = servers.flatMap(({ displayName, summary }) =>
    summary
      ? markedCaveats(summary).map((caveat) => ({ ...caveat, displayName, of: summary.trials }))
      : [],
  )
  return kinds.flatMap((kind): Footnote[] => {
    const alike = caveats.filter((caveat) => caveat.kind === kind)
    const messages = alike.flatMap(({ displayName, trials, of, message }) => {
      if (DETAILED.includes(kind)) return [{ displayName, message }]
      return trials < of ? [{ displayName, message: `only in ${trials} of ${of} trials` }] : []
    })
    const details = [...Map.groupBy(messages, ({ message }) => message)].map(([message, rows]) => ({
      names: rows.map(({ displayName }) => displayName),
      message,
    }))
    const { mark, meaning } = CAVEATS[kind]
    return alike.length > 0 ? [{ mark, kind, meaning, details }] : []
  })
}
