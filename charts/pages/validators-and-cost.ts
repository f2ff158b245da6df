/** How what the steps of a library cost in process agrees with what they cost on the ladder of servers. */
import * as statistics from 'simple-statistics'
import type { CostMeasure, PublishedCosts } from '../../shared/result/cost.ts'
import type { Validators } from '../../shared/result/validators.ts'
import { type Agreement, agreements, haveSameCounter, haveSameSpeed } from '../../shared/result/validators-and-cost.ts'
import { blocks, inline, table } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'

const MEASURES: Record<CostMeasure, string> = {
  microseconds: 'Microseconds: time of a call in process, CPU time of the step in a server',
  instructions: 'Instructions of the thread that runs the JavaScript',
}

const OPERATIONS: Agreement['operation'][] = ['validate', 'parse', 'stringify']

/**
 * A table for each measure that both have; empty where there is none.
 * @param link from the page to a path from the repository's root
 */
export function againstLadder(validators: Validators, costs: PublishedCosts, link: (target: string) => string): string {
  const measured = (Object.keys(MEASURES) as CostMeasure[]).flatMap((measure) => {
    const stored = costs[measure]
    const rows = stored ? agreements(validators, stored.cost, measure) : []
    return stored && rows.length > 0 ? [{ measure, stored, rows }] : []
  })
  if (measured.length === 0) return ''
  const timed = costs.microseconds?.cost
  const apart = timed && !haveSameSpeed(validators, timed)
  const counted = costs.instructions?.cost
  const otherCounter = counted && validators.protocol.counter !== null && !haveSameCounter(validators, counted)
  return blocks(
    '## Against the ladder of servers',
    `The same steps on bare \`node:http\` (\`npm run bench -- cost\`), where a step is what one more server costs than the one before it: validation, its \`Date\` besides, and serialization. A call in process has warm caches and only its like around it; in a server a request stands between. × is the ladder over the call in process.`,
    apart ? 'Times of both are of machines of two speeds, and are not compared.' : '',
    otherCounter ? 'Instructions of both are of two counters, and are not compared.' : '',
    ...measured.map(({ measure, stored, rows }) =>
      blocks(
        `${MEASURES[measure]} ([\`${stored.path}\`](${link(stored.path)})):`,
        agreementTable(rows, measure),
        together(rows),
      ),
    ),
  )
}

function agreementTable(rows: readonly Agreement[], measure: CostMeasure): string {
  const format = (value: number) => (measure === 'instructions' ? significant(value, 3) : value.toFixed(2))
  const cells = ({ inProcess, ladder, isTold }: Agreement) => [
    format(inProcess),
    `${isTold ? '' : '~ '}${format(ladder)}`,
    // Of next to nothing a ratio says nothing.
    inProcess > 0 && ladder > 0 && isTold ? (ladder / inProcess).toFixed(1) : '',
  ]
  const libraries = Map.groupBy(rows, ({ library }) => library)
  return table(
    ['library', ...OPERATIONS.flatMap((operation) => [`${operation}, in process`, 'ladder', '×'])],
    [...libraries].map(([library, own]) => [
      inline(library),
      ...OPERATIONS.flatMap((operation) => {
        const row = own.find((each) => each.operation === operation)
        return row ? cells(row) : ['', '', '']
      }),
    ]),
    ['left', ...OPERATIONS.flatMap(() => ['right', 'right', 'right'] as const)],
  )
}

/** How both order the libraries, for each operation. */
function together(rows: readonly Agreement[]): string {
  const correlations = OPERATIONS.flatMap((operation) => {
    const own = rows.filter((row) => row.operation === operation)
    if (own.length < 3) return []
    const [calls, steps] = [own.map(({ inProcess }) => inProcess), own.map(({ ladder }) => ladder)]
    return [`${operation} ${statistics.sampleRankCorrelation(calls, steps).toFixed(2)}`]
  })
  return correlations.length === 0 ? '' : `Rank correlation of both over the libraries: ${correlations.join(', ')}.`
}
