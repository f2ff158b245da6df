/** What is held against numbers: a mark beside the server's name, and a footnote that says what it means. */
import type { Result, ServerResult, Summary, Verdict } from '../../shared/result/format.ts'

export type VerdictKind = Verdict['kind']

/** The same kind has the same mark in every publication. */
const kinds: Record<VerdictKind, { mark: string; meaning: string }> = {
  'generator-limited': {
    mark: '†',
    meaning: 'the load generator was the limit; the server may be faster',
  },
  idle: { mark: '‡', meaning: 'neither server nor load generator was busy; something else was the limit' },
  noisy: { mark: '§', meaning: 'the machine was disturbed the whole time; the number may be too low' },
  unsettled: {
    mark: '¶',
    meaning: 'the rate still moved when the warm-up ended; the number may count some of it',
  },
  outlier: { mark: '*', meaning: 'one round was unlike the others; it counts all the same' },
  'ignored-sigterm': {
    mark: '◊',
    meaning: 'it did not end when told to and was killed; that does not touch its number',
  },
  'left-processes': {
    mark: '¤',
    meaning: 'it left processes behind that were killed; that does not touch its number',
  },
}

export interface Footnote {
  mark: string
  kind: VerdictKind
  /** In plain words, what it means for the reader. */
  meaning: string
  servers: { displayName: string; trials: string; message: string }[]
}

/** Every mark that stands beside the name of a server with this summary. */
export function marksOf({ verdicts }: Summary): string {
  return Object.entries(kinds)
    .filter(([kind]) => verdicts.some((verdict) => verdict.kind === kind))
    .map(([, { mark }]) => mark)
    .join('')
}

/** Each kind that occurs once, with the servers that it is held against. */
export function footnotes(result: Result): Footnote[] {
  return (Object.keys(kinds) as VerdictKind[]).flatMap((kind) => {
    const servers = result.servers.flatMap((server) => heldAgainst(server, kind))
    return servers.length > 0 ? [{ kind, ...kinds[kind], servers }] : []
  })
}

function heldAgainst({ displayName, summary }: ServerResult, kind: VerdictKind): Footnote['servers'] {
  return (summary?.verdicts ?? [])
    .filter((verdict) => verdict.kind === kind)
    .map(({ trials, message }) => ({ displayName, trials: `${trials} of ${summary?.trials} trials`, message }))
}
