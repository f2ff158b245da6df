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
  servers: Held[]
}

/** A server that a verdict is held against in some of its trials. */
interface Held {
  displayName: string
  trials: number
  of: number
  message: string
}

/** What carries verdicts: a server's summary. */
type Judged = Pick<Summary, 'verdicts' | 'trials'>

/** Share of a server's trials from which on a verdict marks its number: fewer hardly move it, and chance alone gives some. */
const LEAST_SHARE = 0.1

/** Of how a server ends, which is no matter of chance. */
const ALWAYS: readonly VerdictKind[] = ['ignored-sigterm', 'left-processes']

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

/** Each kind that marks a row, once, with the servers that it is held against. */
export function footnotes(result: Result): Footnote[] {
  const rows = rowsOf(result)
  return kinds.flatMap((kind) => {
    const { mark, meaning } = VERDICTS[kind]
    const servers = rows.common.has(kind) ? [] : heldAgainst(rows, kind)
    return servers.length > 0 ? [{ kind, mark, meaning, servers }] : []
  })
}

function heldAgainst({ servers }: Rows, kind: VerdictKind): Held[] {
  return servers.flatMap(({ displayName, judged: { verdicts, trials: of } }) => {
    const own = verdicts.filter((verdict) => verdict.kind === kind && marks(verdict, of))
    return own.map(({ trials, message }) => ({ displayName, trials, of, message }))
  })
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

/** In how many of their trials, those with the greatest share first: `a in 5 of 5; b, c in 2 of 5 trials`. */
export function trialsText(servers: readonly Held[]): string {
  const sorted = servers.toSorted((a, b) => b.trials / b.of - a.trials / a.of)
  const alike = Map.groupBy(sorted, ({ trials, of }) => `${trials} of ${of}`)
  const groups = [...alike].map(([share, who]) => `${who.map(({ displayName }) => displayName).join(', ')} in ${share}`)
  return `${groups.join('; ')} trials`
}
