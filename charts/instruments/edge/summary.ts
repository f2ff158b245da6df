/** What a worker's observations say, in a word. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Row } from '../columns.ts'
import type { Edge, EdgeFile, Ran } from './format.ts'

export type File = Unsealed<EdgeFile>
type Kind = File['servers'][number]['kind']

/** Best first. `falls back`: it generates code on Node, and here interprets. */
const ANSWERS = ['yes', 'yes, compiled', 'falls back', 'no'] as const

export type Answer = (typeof ANSWERS)[number]

export interface EdgeRow extends Row {
  kind: Kind
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
    .sort((a, b) => rank(a) - rank(b) || gzippedOf(a) - gzippedOf(b) || (a.name < b.name ? -1 : 1))
}

export const gzippedOf = ({ edge }: Pick<EdgeRow, 'edge'>) => edge.bundle?.gzipped ?? Number.POSITIVE_INFINITY

function answerOf({ failure, functions }: Ran, { node }: Edge): Answer {
  if (failure !== null) return 'no'
  if (made(functions) > 0) return 'yes, compiled'
  return made(node.functions) > 0 ? 'falls back' : 'yes'
}

const made = (functions: Ran['functions']) => (functions ? functions.startup + functions.requests : 0)
