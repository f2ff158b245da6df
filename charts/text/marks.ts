/** What is held against numbers: a mark beside the server's name, and a footnote that says what it means. */
import type { Result, ServerResult, Summary } from '../../shared/result/format.ts'
import { VERDICTS, type VerdictKind } from '../../shared/result/verdicts.ts'

export interface Footnote {
  mark: string
  kind: VerdictKind
  /** In plain words, what it means for the reader. */
  meaning: string
  servers: { displayName: string; trials: string; message: string }[]
}

/** Every mark that stands beside the name of a server with this summary. */
export function marksOf({ verdicts }: Summary): string {
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

function heldAgainst({ displayName, summary }: ServerResult, kind: VerdictKind): Footnote['servers'] {
  return (summary?.verdicts ?? [])
    .filter((verdict) => verdict.kind === kind)
    .map(({ trials, message }) => ({ displayName, trials: `${trials} of ${summary?.trials} trials`, message }))
}
