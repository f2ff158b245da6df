import type { Result, Summary } from '../../shared/result/format.ts'
import { rankText } from '../../shared/result/rank-text.ts'

/** From which rank to which, by server; servers without a number have none. */
export function shownRanks({ servers }: Result): Map<string, string> {
  return new Map(servers.flatMap(({ name, summary }) => (summary ? [[name, rankText(summary.ranks)] as const] : [])))
}

/** Whether any server may have several ranks. */
export function hasTies({ servers }: Result): boolean {
  return servers.some(({ summary }) => summary && isInterval(summary))
}

const isInterval = ({ ranks }: Summary) => ranks.best < ranks.worst
