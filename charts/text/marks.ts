/**
 * What is held against numbers: a mark beside the server's name, and a footnote that says what it means. A verdict that most
 * rows of a table or a picture carry marks nothing out: it is said once, and at no name. Nor does one of a few of many trials.
 */
import type { Result, Summary } from '../../shared/result/format.ts'
import { VERDICTS, type VerdictKind } from '../../shared/result/verdicts.ts'

export interface Footnote {
  mark: string
  kind: VerdictKind
  /** In plain words, what it means for the reader. */
  meaning: string
  /** What its messages tell more than its kind, such as `2 of 15 processes at 0.09, 13 at 0.20`, and of which servers. */
  details: { names: string[]; message: string }[]
}

/** What carries verdicts: a server's summary. */
type Judged = Pick<Summary, 'verdicts' | 'trials'>

/** Share of a server's trials from which on a verdict marks its number: fewer hardly move it, and chance alone gives some. */
const LEAST_SHARE = 0.1

/** Of a server's Node, of what it accepts, of its log and of how it ends, which are no matter of chance. */
const ALWAYS: readonly VerdictKind[] = ['other-node', 'accepts-invalid', 'logs', 'ignored-sigterm', 'left-processes']

/** Those whose message says of each server what the kind does not. */
const DETAILED: readonly VerdictKind[] = ['bimodal', 'accepts-invalid']

const carries =
  (kind: VerdictKind) =>
  ({ verdicts, trials: of }: Judged) =>
    verdicts.some((verdict) => verdict.kind === kind && marks(verdict, of))

function marks({ kind, trials }: Judged['verdicts'][number], of: number): boolean {
  return ALWAYS.includes(kind) || trials >= LEAST_SHARE * of
}

const kinds = Object.keys(VERDICTS) as VerdictKind[]

/** Verdicts that more than half of the rows carry; rows without a number do not count. */
export function commonKinds(rows: readonly (Judged | null | undefined)[]): ReadonlySet<VerdictKind> {
  const judged = rows.filter((row) => !!row)
  return new Set(kinds.filter((kind) => judged.filter(carries(kind)).length > judged.length / 2))
}

/**
 * Every mark that stands beside the name of a server with this summary.
 * @param common what is said once for all rows instead
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

/** Each kind that marks a row, once. */
export function footnotes(result: Result): Footnote[] {
  const { servers, common } = rowsOf(result)
  return kinds
    .filter((kind) => !common.has(kind) && servers.some(({ judged }) => carries(kind)(judged)))
    .map((kind) => ({
      kind,
      mark: VERDICTS[kind].mark,
      meaning: VERDICTS[kind].meaning,
      details: DETAILED.includes(kind) ? messagesOf(kind, servers) : [],
    }))
}

function messagesOf(kind: VerdictKind, servers: Rows['servers']): Footnote['details'] {
  const all = servers.flatMap(({ displayName, judged }) =>
    judged.verdicts.flatMap((verdict) => (verdict.kind === kind ? [{ displayName, message: verdict.message }] : [])),
  )
  return [...Map.groupBy(all, ({ message }) => message)].map(([message, own]) => ({
    names: own.map(({ displayName }) => displayName),
    message,
  }))
}

/** What is said once, since most rows carry it. */
export interface CommonVerdict {
  kind: VerdictKind
  meaning: string
  /** `35 of 40 servers, all but a, b`. */
  whose: string
}

/** Each verdict that most rows carry. */
export function commonVerdicts(result: Result): CommonVerdict[] {
  const { servers, common } = rowsOf(result)
  return [...common].map((kind) => {
    const without = servers.filter(({ judged }) => !carries(kind)(judged)).map(({ displayName }) => displayName)
    const rest = without.length > 0 ? `, all but ${without.join(', ')}` : ''
    const whose = `${servers.length - without.length} of ${servers.length} servers${rest}`
    return { kind, meaning: VERDICTS[kind].meaning, whose }
  })
}
