/** README's answers to "which should I pick?" by need, and servers with the same validator. */
import { validationText } from '../../shared/format/disclosure.ts'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probes/column.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst, fitOf, rankedOf } from '../../shared/results/summary.ts'
import { type Compare, leadersOf } from '../../shared/stats/claims.ts'
import { ratioText } from '../../shared/text/numbers.ts'
import type { ReportData } from '../report/data.ts'
import { runName } from '../report/report-data.ts'
import { pageTable } from '../table/columns.ts'
import { type RunRow, type RunTable, ratio, runRows } from '../table/run-columns.ts'
import { dateOf } from '../text/conditions.ts'
import { isValidator } from '../text/facts.ts'
import { blocks, inline, list } from '../text/markdown.ts'

/** Servers with zod, and the same framework with its own way of validating, if it has another. */
const WITH_ZOD: Readonly<Record<string, string | null>> = {
  ...{ zod: 'http-node', 'fastify-zod': 'fastify', 'hono-zod': 'hono', 'express-zod': 'express' },
  ...{ 'nest-standard': 'nest-express', trpc: null, orpc: null, 'ts-rest': null },
}

/** Fewer compare little. */
const LEAST = 4
/** Servers named per need. */
const MOST = 3

/** The newest result with enough servers with zod: the published one, or a run of older packages. */
function comparable(result: PooledResult): Ordered | undefined {
  if (isComparable(result)) return { result, order: result.order }
  const run = comparableRun(result)?.file
  return run && { result: run, order: fitOf(run).contrast }
}

/** A result, and how its servers compare. */
interface Ordered {
  result: Result
  order: Compare
}

const comparableRun = ({ outdated }: PooledResult) =>
  [...new Set(outdated.values())].find(({ file }) => isComparable(file))

const isComparable = (result: Result) => zodServers(result).length >= LEAST

/** Returns where the report shows the servers of `likeForLike`; undefined if too few are measured. */
export function likeForLikeView(result: PooledResult): ReportData['withZod'] {
  if (isComparable(result)) return { scenario: result.scenario }
  const run = comparableRun(result)
  return run && { scenario: result.scenario, run: runName(run) }
}

const zodServers = (result: Result) =>
  bestFirst(result).filter(({ name, summary }) => name in WITH_ZOD && summary)

const isZodOnNode = ({ name, router }: ServerResult) => name in WITH_ZOD && router

const isValidatorOnNode = (server: ServerResult) => server.runtime === 'node' && isValidator(server)

const isRpcOnNode = ({ runtime, router, wire }: ServerResult) =>
  runtime === 'node' && router && wire !== 'plain'

/**
 * Returns Markdown: for each need, the first servers with their ratios to the baseline.
 * @param fastestValidators in process, with ns per call
 */
export function needsText(result: PooledResult, fastestValidators = ''): string {
  const withZod = comparable(result)
  const run =
    !withZod || withZod.result === result ? '' : `, in one run of ${dateOf(withZod.result)}`
  const pooled = { result, order: result.order }
  const needs = list([
    ...(withZod
      ? need(
          'A framework with zod, on Node.js',
          withZod,
          isZodOnNode,
          ` ([like for like](#with-zod)${run})`,
        )
      : []),
    ...need(
      'A validator, on bare node:http',
      pooled,
      isValidatorOnNode,
      fastestValidators && `; [without HTTP](charts/published/validators) ${fastestValidators}`,
    ),
    ...need(
      'An RPC framework, on Node.js',
      pooled,
      isRpcOnNode,
      ' ([time to type-check](#types-and-more))',
    ),
  ])
  return (
    needs &&
    blocks('Requests/s as a multiple of plain `node:http` (1.00; higher is faster):', needs)
  )
}

/** Names the leader with those tied with it, or the first servers if none is. */
function need(
  what: string,
  { result, order }: Ordered,
  fits: (server: ServerResult) => boolean,
  more: string,
): string[] {
  const best = rankedOf(result).filter(fits)
  if (best.length < 2) return []
  const leaders = leadersOf(
    best.map(({ name }) => name),
    order,
  )
  const tied = best.filter(({ name }) => leaders.includes(name))
  const shown = (tied.length > 1 ? tied : best).slice(0, MOST)
  const names = shown.map(({ displayName, summary }) =>
    inline(`${displayName} ${summary?.ratioToBaseline?.value.toFixed(2)}`),
  )
  const others = tied.length - shown.length
  const tie = tied.length < 2 ? '' : others > 0 ? ` and ${others} more (tied)` : ' (tied)'
  return [`**${what}**: ${names.join(', ')}${tie}${more}.`]
}

/** Returns Markdown: each framework with zod, and beside it with its own way of validating, in one result. */
export function likeForLike(published: PooledResult): string {
  const result = comparable(published)?.result
  if (!result) return ''
  const rows = new Map(runRows(result.servers).map((row) => [row.name, row]))
  const own = ({ name }: RunRow) => rows.get(WITH_ZOD[name] ?? '')
  const columns: Column<RunRow, RunTable>[] = [
    { ...ratio, title: ({ baseline }) => `with zod, × ${baseline}`, doc: undefined },
    {
      ...{ title: 'without zod', format: ratioText, interval: 'percent' },
      value(row, table) {
        const other = own(row)
        return other ? ratio.value(other, table) : null
      },
    },
    {
      title: 'validated by',
      value(row) {
        const validation = own(row)?.server.validation
        return validation ? validationText(validation) : null
      },
    },
  ]
  const when =
    result === published
      ? ''
      : `, in one run of ${dateOf(result)} with that day’s packages (“zod everywhere” in the report)`
  return blocks(
    `Each framework with zod (*zod*: bare node:http), and without${when}:`,
    pageTable(columns, runRows(zodServers(result), undefined, true), { baseline: result.baseline }),
  )
}
