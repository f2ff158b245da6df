/** README's answers to "which should I pick?" by need, and servers with the same validator. */

import { validationText } from '../../shared/format/disclosure.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probe/column.ts'
import { type Contents, columnOf, type SubjectRow } from '../../shared/probe/probe.ts'
import { ratio } from '../../shared/probes/run.ts'
import { acceptsInvalid } from '../../shared/results/caveats.ts'
import { comparedOf, leadersAmong } from '../../shared/results/compared.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst, rankedOf } from '../../shared/results/summary.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { ratioText } from '../../shared/text/numbers.ts'
import { pageTable } from '../table/columns.ts'
import { isValidator } from '../text/facts.ts'
import { blocks, inline, list } from '../text/markdown.ts'
import { marked } from '../text/marks.ts'

/** By server with zod: the same framework with its own way of validating. */
const WITHOUT_ZOD: Readonly<Record<string, string>> = {
  zod: 'http-node',
  'fastify-zod': 'fastify',
  'hono-zod': 'hono',
  'hono-zod-openapi': 'hono',
  'hono-openapi': 'hono',
  'express-zod': 'express',
  'nest-standard': 'nest-express',
}

/** Fewest servers for a comparison. */
const LEAST_SERVERS = 4
/** Servers named per need. */
const MOST_NAMED = 3
/** Of RPC frameworks, since readers compare oRPC and tRPC. */
const MOST_RPC = 5

/** Returns the measured servers with zod, best first; none if they are too few, or the scenario validates nothing. */
function zodServers(result: PooledResult): ServerResult[] {
  if (!(scenarios.get(result.scenario)?.validates ?? true)) return []
  const measured = bestFirst(result).filter(
    (server) => server.summary && (server.name === 'zod' || isZodOnNode(server)),
  )
  return measured.length < LEAST_SERVERS ? [] : measured
}

const isZodOnNode = ({ runtime, details: { router, validation } }: ServerResult) =>
  runtime === 'node' && router && validation.library === 'zod'

const isValidatorOnNode = (server: ServerResult) => server.runtime === 'node' && isValidator(server)

const isRpcOnNode = ({ runtime, details: { router, wire, tags } }: ServerResult) =>
  runtime === 'node' && router && (wire !== 'plain' || tags.includes('rpc'))

/**
 * Returns Markdown: for each need, the first servers with their ratios to the baseline.
 * @param fastestValidators in process, with ns per call
 */
export function needsText(result: PooledResult, fastestValidators = ''): string {
  const needs = list([
    ...needLine(
      'A framework with zod, on Node.js',
      result,
      isZodOnNode,
      '; [like for like](charts/published/update-user#with-zod)',
    ),
    ...needLine(
      'A validator, on bare node:http',
      result,
      isValidatorOnNode,
      fastestValidators && `; [without HTTP](charts/published/validators): ${fastestValidators}`,
    ),
    ...needLine(
      'An RPC framework, on Node.js',
      result,
      isRpcOnNode,
      '; [time to type-check](#more-results)',
      MOST_RPC,
    ),
  ])
  return needs && blocks('Requests/s as a multiple of plain `node:http`:', needs)
}

/** Names the leader with those tied with it, or the first servers if none is; apart, those that are not compared. */
function needLine(
  what: string,
  result: PooledResult,
  fits: (server: ServerResult) => boolean,
  ending: string,
  most = MOST_NAMED,
): string[] {
  const best = comparedOf(result).filter(fits)
  if (best.length < 2) return []
  const leaders = leadersAmong(best, result.contrast)
  const tied = leaders.areKnown ? leaders.servers : []
  const named = (tied.length > 1 ? tied : best).slice(0, most)
  const namesOf = (servers: readonly ServerResult[]) =>
    servers.map(({ displayName, summary }) =>
      inline(`${displayName} ${summary?.ratioToBaseline?.value.toFixed(2)}`),
    )
  const more = tied.length - named.length
  const unranked = bestFirst(result).filter(
    (each) => each.summary && acceptsInvalid(each.summary) && fits(each),
  )
  const first = best.length > named.length ? ` (top ${named.length} of ${best.length})` : ''
  const tie = tied.length < 2 ? first : more > 0 ? ` and ${more} more (tied)` : ' (tied)'
  const others = rankedOf(result).filter((each) => fits(each) && !best.includes(each))
  const notCompared =
    others.length > 0
      ? `; [not compared](docs/statistics.md#claims): ${namesOf(others).join(', ')}`
      : ''
  const leaky = unranked.length > 0 ? `; unranked: ${namesOf(unranked).join(', ')}` : ''
  return [`**${what}**: ${namesOf(named).join(', ')}${tie}${notCompared}${leaky}${ending}.`]
}

/** Returns Markdown: each framework with zod, and beside it with its own way of validating. */
export function likeForLike(result: PooledResult): string {
  const withZod = zodServers(result)
  if (withZod.length === 0) return ''
  const rows = new Map(result.subjects.map((row) => [row.name, row]))
  const withoutZod = ({ name }: SubjectRow) => rows.get(WITHOUT_ZOD[name] ?? '')
  const columns: Column<SubjectRow, Contents>[] = [
    {
      title: 'zod version',
      value: ({ details }) => (details as ServerResult['details']).packages.zod ?? null,
    },
    { ...columnOf(ratio), title: `with zod, × ${result.details.baseline}`, doc: undefined },
    {
      title: 'without zod',
      format: ratioText,
      interval: 'percent',
      value(row, file) {
        const other = withoutZod(row)
        return other ? columnOf(ratio).value(other, file) : null
      },
    },
    {
      title: 'validation without zod',
      value(row) {
        const validation = withoutZod(row)?.details.validation
        return validation ? validationText(validation) : null
      },
    },
  ]
  return blocks(
    'Node.js frameworks with and without zod. The row *zod* is bare node:http.',
    pageTable(columns, marked(withZod), result),
  )
}
