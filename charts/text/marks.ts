/**
 * Marks of caveats beside servers' names, and their footnotes. A caveat that most rows have is stated once and marks none.
 * One that few of many trials have gets no mark.
 */
import type { Result, Summary } from '../../shared/results/format.ts'
import { VERDICTS, type VerdictKind } from '../../shared/results/verdicts.ts'

export interface Footnote {
  mark: string
  kind: VerdictKind
  meaning: string
  /** Details beyond the kind, such as `2 of 15 processes at 0.09, 13 at 0.20`, and their servers. */
  details: { names: string[]; message: string }[]
}

type Judged = Pick<Summary, 'verdicts' | 'trials'>

/** Least share of a server's trials for a caveat to mark its number: fewer hardly move it and occur by chance. */
const LEAST_SHARE = 0.1

/** Caveats that are deterministic, and so mark from the first trial. */
const ALWAYS: readonly VerdictKind[] = ['other-node', 'accepts-invalid', 'logs', 'ignored-sigterm', 'left-processes']

/** Caveats whose message differs from server to server. */
const DETAILED: readonly VerdictKind[] = ['bimodal', 'accepts-invalid']

const carries =
  (kind: VerdictKind) =>
  ({ verdicts, trials: of }: Judged) =>
    verdicts.some((verdict) => verdict.kind === kind && marks(verdict, of))

function marks({ kind, trials }: Judged['verdicts'][number], of: number): boolean {
  return ALWAYS.includes(kind) || trials >= LEAST_SHARE * of
}

const kinds = Object.keys(VERDICTS) as VerdictKind[]

/** Returns the caveats that more than half of the measured rows have. */
export function commonKinds(rows: readonly (Judged | null | undefined)[]): ReadonlySet<VerdictKind> {
  const judged = rows.filter((row) => !!row)
  return new Set(kinds.filter((kind) => judged.filter(carries(kind)).length > judged.length / 2))
}

/**
 * Returns the marks beside a server's name.
 * @param common caveats that are stated once for all rows instead
 */
export function marksOf(judged: Judged, common: ReadonlySet<VerdictKind>): string {
  return kinds
    .filter((kind) => !common.has(kind) && carries(kind)(judged))
    .map((kind) => VERDICTS[kind].mark)
    .join('')
}

interface Rows {
  servers: { displayName: string; judged: Judged }[]
  common: ReadonlySet<VerdictKind>
}

function rowsOf({ servers }: Result): Rows {
  const measured = servers.flatMap(({ displayName, summary }) => (summary ? [{ displayName, judged: summary }] : []))
  return { servers: measured, common: commonKinds(measured.map(({ judged }) => judged)) }
}

/** Returns a footnote for each caveat that marks a row. */
export function footnotes(result: Result): Footnote[] {
  const { servers, common } = rowsOf(result)
  return kinds
    .filter((kind) => !common.has(kind) && servers.some(({ judged }) => carries(kind)(judged)))
    .map((kind) => ({
      kind,
      mark: VERDICTS[kind].mark,
      meaning: VERDICTS[kind].meaning,
      details: detailsOf(kind, servers),
    }))
}

/** Names the messages of a kind, or the servers that have the caveat in some trials only. */
function detailsOf(kind: VerdictKind, servers: Rows['servers']): Footnote['details'] {
  const all = servers.flatMap(({ displayName, judged: { verdicts, trials: of } }) =>
    verdicts
      .filter((verdict) => verdict.kind === kind)
      .flatMap((verdict) => {
        if (DETAILED.includes(kind)) return [{ displayName, message: verdict.message }]
        if (verdict.trials === of || !marks(verdict, of)) return []
        return [{ displayName, message: `in ${verdict.trials} of ${of} trials` }]
      }),
  )
  return [...Map.groupBy(all, ({ message }) => message)].map(([message, own]) => ({
    names: own.map(({ displayName }) => displayName),
    message,
  }))
}

/** A caveat that is stated once, since it applies to most rows. */
export interface CommonVerdict {
  kind: VerdictKind
  meaning: string
  /** `35 of 40 servers, all but a, b`. */
  whose: string
}

/** Returns the caveats that most rows have. */
export function commonVerdicts(result: Result): CommonVerdict[] {
  const { servers, common } = rowsOf(result)
  return [...common].map((kind) => {
    const without = servers.filter(({ judged }) => !carries(kind)(judged)).map(({ displayName }) => displayName)
    const rest = without.length > 0 ? `, all but ${without.join(', ')}` : ''
    const whose = `${servers.length - without.length} of ${servers.length} servers${rest}`
    return { kind, meaning: VERDICTS[kind].meaning, whose }
  })
}
