import type { Result } from '../../shared/result/format.ts'

/** Ranks by server; servers without a number have none. */
export function shownRanks({ servers }: Result): Map<string, number> {
  return new Map(servers.flatMap(({ name, summary }) => (summary ? [[name, summary.rank] as const] : [])))
}

export function hasTies(ranks: ReadonlyMap<string, number>): boolean {
  return new Set(ranks.values()).size < ranks.size
}
