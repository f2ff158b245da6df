/** What is held against numbers: a mark beside the server's name, and a footnote that says what it means. */
import type { Result, ServerResult, Summary } from '../../shared/result/format.ts'
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

/** Every mark that stands beside the name of a server with this summary. */
export function marksOf({ verdicts }: Pick<Summary, 'verdicts'>): string {
  return Object.entries(VERDICTS)
    .filter(([kind]) => verdicts.some((verdict) => verdict.kind === kind))
    .map(([, { mark }]) => mark)
    .join('')
}

/** Each kind that occurs once, with the servers that it is held against. */
export function footnotes(result: Result): Footnote[] {
  return (Object.keys(VERDICTS) as VerdictKind[]).flatMap((kind) => {
    const { mark, meaning } = VERDICTS[kind]
    const servers = result.servers.flatMap((server) => heldAgainst(server, kind))
    return servers.length > 0 ? [{ kind, mark, meaning, servers }] : []
  })
}

function heldAgainst({ displayName, summary }: ServerResult, kind: VerdictKind): Held[] {
  if (!summary) return []
  const { verdicts, second, trials: of } = summary
  const held = (name: string, list: Summary['verdicts']) =>
    list
      .filter((verdict) => verdict.kind === kind)
      .map(({ trials, message }) => ({ displayName: name, trials, of, message }))
  const secondName = `${displayName} with ${second?.pipelining} in flight`
  return [...held(displayName, verdicts), ...held(secondName, second?.verdicts ?? [])]
}

/** In how many of their trials, those with the greatest share first: `a in 5 of 5; b, c in 2 of 5 trials`. */
export function trialsText(servers: readonly Held[]): string {
  const sorted = servers.toSorted((a, b) => b.trials / b.of - a.trials / a.of)
  const alike = Map.groupBy(sorted, ({ trials, of }) => `${trials} of ${of}`)
  const groups = [...alike].map(([share, who]) => `${who.map(({ displayName }) => displayName).join(', ')} in ${share}`)
  return `${groups.join('; ')} trials`
}
