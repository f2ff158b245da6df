/** What a worker's observations say, in a word. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Row } from '../columns.ts'
import type { Edge, EdgeFile, Ran } from './format.ts'

export type File = Unsealed<EdgeFile>

/** Best first. `falls back`: it generates code on Node, and here interprets. */
const ANSWERS = ['yes', 'yes, compiled', 'falls back', 'no'] as const

export type Answer = (typeof ANSWERS)[number]

export interface EdgeRow extends Row {
  kind: EdgeFile['servers'][number]['kind']
  edge: Edge
  workers: Answer
  strict: Answer
}

/** What runs without code generation first, then the smallest. */
export function edgeRows({ servers }: File): EdgeRow[] {
  const rank = ({ workers, strict }: EdgeRow) => 4 * ANSWERS.indexOf(strict) + ANSWERS.indexOf(workers)
  return servers
    .flatMap(({ edge, ...row }) =>
      edge ? [{ ...row, edge, workers: answerOf(edge.workers, edge), strict: answerOf(edge.strict, edge) }] : [],
    )
    .sort((a, b) => rank(a) - rank(b) || gzipped(a) - gzipped(b) || (a.name < b.name ? -1 : 1))
}

export const gzipped = ({ edge }: EdgeRow) => edge.bundle?.gzipped ?? Number.POSITIVE_INFINITY

function answerOf({ failure, functions }: Ran, { node }: Edge): Answer {
  const isCompiling = (made: Ran['functions']) => made !== null && made.startup + made.requests > 0
  if (failure !== null) return 'no'
  if (isCompiling(functions)) return 'yes, compiled'
  return isCompiling(node.functions) ? 'falls back' : 'yes'
}
