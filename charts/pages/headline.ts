/** README's text on the main scenario. */
import { listed, plural } from '../../shared/basics/text.ts'
import { CAVEATS } from '../../shared/results/caveats.ts'
import { validationText } from '../../shared/results/disclosure.ts'
import type { Result, ServerResult } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst } from '../draw/rows.ts'
import { bestFrameworks, shortened } from '../draw/short-list.ts'
import { type Column, pageTable } from '../instruments/columns.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { blocks, inline, list } from '../text/markdown.ts'
import { COMPARED, p99, type RunRow, type RunTable, rank, ratioIn, runRows } from '../text/run-columns.ts'
import { needsText } from './picks.ts'
import { scenarioPicture } from './pictures.ts'
import { heldTexts } from './table.ts'

const HOW_TEXT =
  '**validation**: *jit* compiles the schema at startup, *ahead-of-time* in a build; without a term it is interpreted for each request.'

/** Returns Markdown: the first servers by need, the fastest frameworks, the chart of the short list, and a link to all servers. */
export function headlineText(result: PooledResult, page: string, fastestValidators?: string): string {
  const all = result.servers.filter(({ summary }) => summary).length
  const { size } = result.outdated
  const isAll = shortened(result).servers.length === all
  const shown = isAll
    ? `all ${plural(all, 'server')} measured with today’s packages`
    : `[a selection](docs/statistics.md#ranks) of ${plural(all, 'server')}`
  const older = size > 0 ? `, also of ${size} with older ones` : ''
  return blocks(
    needsText(result, fastestValidators),
    fastestText(result),
    scenarioPicture(result, 'README.md'),
    `Shown: ${shown}. [All figures](${page})${older}.`,
  )
}

/** Names the frameworks that may be the fastest of each runtime. */
function fastestText(result: Result): string {
  // One alone is the fastest of nothing.
  const contested = bestFrameworks(result).filter(({ measured }) => measured > 1)
  const sentences = contested.map(({ runtime, servers }) => {
    return `on ${runtimeTitles[runtime]} ${listed(servers.map(markedName))}`
  })
  return sentences.length > 0 ? `**Fastest frameworks** (one variant each, with ties): ${sentences.join('; ')}.` : ''
}

/** Marks a server that accepts invalid data; the table below explains the mark. */
function markedName({ displayName, summary }: ServerResult): string {
  const accepts = summary?.caveats.some(({ kind }) => kind === 'accepts-invalid')
  return inline(accepts ? `${displayName} ${CAVEATS['accepts-invalid'].mark}` : displayName)
}

/**
 * Returns the table of the short list as Markdown, and explains its marks and terms.
 * @param larger the result of a larger body, where validators differ more; its marks are beside its figures
 * @param own columns of instruments; those without a figure for a quarter of the servers are left out
 */
export function shortTable(
  result: PooledResult,
  larger?: PooledResult,
  own: readonly Column<RunRow, RunTable>[] = [],
): string {
  const short = shortened(result)
  const shown = larger && {
    ...larger,
    servers: larger.servers.filter(({ name }) => short.servers.some((one) => one.name === name)),
  }
  const held = heldTexts(short)
  const heldThere = shown ? heldTexts(shown).filter((line) => !held.includes(line)) : []
  const rows = runRows(bestFirst(short), result, true)
  const table = { baseline: result.baseline, published: result }
  const columns: Column<RunRow, RunTable>[] = [
    rank,
    { title: 'validation', value: ({ server }) => validationText(server.validation) },
    ...COMPARED,
    ...(shown ? [ratioIn(shown)] : []),
    p99,
    ...own.filter(({ value }) => rows.filter((row) => value(row, table) !== null).length > 0.75 * rows.length),
  ]
  return blocks(
    pageTable(columns, rows, table, { docs: 'docs' }),
    list([...held, ...heldThere.map((line) => `In ${larger?.scenario}: ${line}`), HOW_TEXT]),
  )
}
