/**
 * Defines how an instrument presents its files. The terminal's table, the page and data are made from the same columns.
 */
import type {
  InstrumentFile,
  InstrumentFiles,
  Unsealed,
} from '../../shared/format/instrument-files.ts'
import type { Stored } from '../../shared/format/stored-files.ts'
import type { Column, Row } from '../../shared/probes/column.ts'
import type { Published } from '../../shared/results/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { drawAll, type Picture, pictureOf, pictureText } from '../draw/pictures.ts'
import type { ThemeName } from '../draw/theme.ts'
import { pageTable, terminalTable } from '../table/columns.ts'
import { type DataTable, dataTable } from '../table/data.ts'
import { marksLine, placeLine, withWithdrawn } from '../text/conditions.ts'
import { blocks, inline, list } from '../text/markdown.ts'
import { linkFrom, pagePath } from '../text/paths.ts'
import { withAccepted } from './accepted.ts'

export interface Chart {
  /** File name without theme and extension. */
  name: string
  /** The finding. It is the alternative text, too, and a page without a lead begins with that of its first chart. */
  title: string
  /** @param caption paragraphs below the chart, in blocks */
  draw(theme: ThemeName, caption: string[][]): string
}

/** One of several tables of a file. */
interface Table<F> {
  heading?: string
  /** Best first. */
  rows: readonly Row[]
  // biome-ignore lint/suspicious/noExplicitAny: each table has rows of its own
  columns: readonly Column<any, F>[]
}

/** A file's contents, with or without checksum. */
type Contents<F extends InstrumentFile> = Unsealed<F>

export interface Instrument<F extends InstrumentFile, R extends Row> {
  /** Name of its command, folder of results, and page. */
  name: string
  title: string
  /** Summary after the title in the index of pages. */
  sentence: string
  /** Explains how to read the page, as Markdown. */
  about: string
  store: InstrumentFiles<F>
  /** Selects the published files; default: the store's most complete ones. */
  published?(root?: string): Stored<F>[]
  /** Returns rows best first, without disqualified servers. */
  rows(file: Contents<F>): R[]
  /** Distinguishes rows of one name and runtime, such as by a rate. */
  partOf?(row: R): string
  /** Returns what else two files differ in, one line each, for `compare`. */
  differences?(old: F, recent: F): string[]
  /** Title of the first column; default: server. */
  rowNoun?: string
  columns: readonly Column<R, Contents<F>>[]
  /** Splits the terminal's and the page's table; data and the report still have all rows in one. */
  tables?(file: Contents<F>): Table<Contents<F>>[]
  /** Returns Markdown that the page begins with: the finding; default: the title of its first chart. */
  lead?(stored: readonly Stored<F>[]): string
  /** Returns the heading of a file's section; default: the scenario's title. */
  heading?(file: F): string
  charts?(file: F): Chart[]
  /** Returns notes on the figures, one per line. */
  notes?(file: Contents<F>): string[]
  /** Describes date and machine in one line; default: those of `placeLine`, with the CPUs if servers are under requests. */
  place?(file: F): string
  /** Describes the method, by items of one line. */
  conditions?(file: F): string[]
  /** Whether it measures servers under requests; withdrawals of runs then apply to its page. */
  ofRequests?: boolean
  /** Whether its processes are pinned to CPUs, which the place then names; default: `ofRequests`. */
  isPinned?: boolean
  /** Returns contents of regions in README and docs, by name. */
  regions?(
    stored: readonly Stored<F>[],
    published: readonly Published[],
  ): Readonly<Record<string, string>>
  /** Returns columns for README's table and the report's, and the rows that have their figures. */
  overview?(file: Contents<F>): Table<Contents<F>>
}

/** An instrument, whatever its file format. */
// biome-ignore lint/suspicious/noExplicitAny: each instrument reads its own files
export type AnyInstrument = Instrument<any, any>

/** Infers the types of a definition. */
export function instrument<F extends InstrumentFile, R extends Row>(
  definition: Instrument<F, R>,
): Instrument<F, R> {
  return definition
}

/** Servers that are disqualified or not installed; measurements of probes have subjects instead. */
interface Lists {
  servers: { name: string; displayName: string; refusal: string | null }[]
  notInstalled: readonly { name: string; install: string }[]
}

export function listsOf(file: object): Lists {
  const {
    servers,
    subjects = [],
    notInstalled = [],
  } = file as Partial<Lists> & {
    subjects?: readonly {
      name: string
      displayName: string
      part: string
      disqualified: string | null
    }[]
  }
  const ofProbe = subjects.map(({ part, disqualified, ...each }) => ({
    ...each,
    refusal: disqualified && part ? `${part}: ${disqualified}` : disqualified,
  }))
  return { servers: servers ?? ofProbe, notInstalled }
}

/** Formats tables for a terminal, with notes and disqualified servers below. */
export function terminalText<F extends InstrumentFile, R extends Row>(
  definition: Instrument<F, R>,
  file: Contents<F>,
): string {
  const tables = tablesOf(definition, file).map(({ heading, rows, columns }) =>
    [
      ...(heading === undefined ? [] : [heading]),
      terminalTable(columns, rows, file, definition.rowNoun),
    ].join('\n'),
  )
  const { servers } = listsOf(file)
  const disqualified = servers.flatMap(({ name, refusal }) =>
    refusal === null ? [] : `${name}: disqualified: ${refusal}`,
  )
  const { accepted } = withAccepted(file, [])
  const lines = [...accepted, ...(definition.notes?.(file) ?? []), ...disqualified]
  return [tables.join('\n\n'), ...lines].filter((part) => part !== '').join('\n')
}

/** Returns the tables that have rows. */
function tablesOf<F extends InstrumentFile, R extends Row>(
  { tables, rows, columns }: Instrument<F, R>,
  file: Contents<F>,
): Table<Contents<F>>[] {
  const all = tables?.(file) ?? [{ rows: rows(file), columns }]
  return all.filter((table) => table.rows.length > 0)
}

/** Returns all rows of a file in one table. */
export function dataOf<F extends InstrumentFile, R extends Row>(
  { rows, columns, partOf }: Instrument<F, R>,
  file: Contents<F>,
): DataTable {
  const { servers } = listsOf(file)
  const disqualified = servers.flatMap(({ name, refusal }) =>
    refusal === null ? [] : { server: name, reason: refusal },
  )
  const of = file as { startedAt: string; scenario?: string }
  return dataTable({ columns, rows: rows(file), file, partOf, of, disqualified })
}

/** Returns the page and its charts by path from the repository's root; empty without stored files. */
export function instrumentFiles<F extends InstrumentFile, R extends Row>(
  definition: Instrument<F, R>,
  all: readonly Stored<F>[],
  published: readonly Published[] = [],
): Map<string, string> {
  if (all.length === 0) return new Map()
  const stored = all.map((each) => ({ ...each, ...withAccepted(each.file, published) }))
  const path = pagePath(definition.name)
  const sections = stored.map((each) => sectionOf(definition, each))
  const link = linkFrom(path)
  const { title, about, name, ofRequests, lead } = definition
  const how = `[How it is measured](${link(`docs/${name}.md`)}); \`npm run bench -- ${name}\` measures yours.`
  const finding = sections.flatMap(({ pictures }) => pictures)[0]?.alt
  const opening = lead?.(stored) || (finding === undefined ? '' : `**${finding}.**`)
  const page = `${blocks(`# ${title}`, opening, `${about} ${how}`, ...sections.map(({ text }) => text))}\n`
  const pictures = drawAll(sections.flatMap((section) => section.pictures))
  const shown = published.filter(({ result }) =>
    stored.some(({ file }) => (file as { scenario?: string }).scenario === result.scenario),
  )
  return new Map([[path, ofRequests ? withWithdrawn(page, shown) : page], ...pictures])
}

/** Returns a line with date and machine, and one with the method. */
function conditionsOf<F extends InstrumentFile, R extends Row>(
  { place, conditions, ofRequests = false, isPinned = ofRequests }: Instrument<F, R>,
  file: F,
): string[] {
  const where =
    place?.(file) ?? placeLine(file as unknown as Parameters<typeof placeLine>[0], isPinned)
  return [where, ...(conditions ? [conditions(file).join(' · ')] : [])]
}

/** Returns a file's charts, tables and conditions. */
function sectionOf<F extends InstrumentFile, R extends Row>(
  definition: Instrument<F, R>,
  { file, path: source, others = [], accepted }: Stored<F> & { accepted: readonly string[] },
): { text: string; pictures: Picture[] } {
  const { name, charts, heading, rowNoun } = definition
  const conditions = conditionsOf(definition, file)
  const page = pagePath(name)
  const notes = [...accepted, ...(definition.notes?.(file) ?? [])]
  const pictures = (charts?.(file) ?? []).map(({ name, title, draw }) =>
    pictureOf(page, name, title, (theme) => {
      const bare = draw(theme, [])
      return draw(theme, [
        ...marksLine(accepted.filter(([mark = '']) => bare.includes(mark))),
        conditions,
      ])
    }),
  )
  const { servers, notInstalled } = listsOf(file)
  const { scenario = '' } = file as { scenario?: string }
  const text = blocks(
    `## ${heading?.(file) ?? scenarios.get(scenario)?.title ?? scenario}`,
    ...pictures.map((picture) => pictureText(picture, page)),
    ...tablesOf(definition, file).flatMap(({ heading, rows, columns }) => [
      heading === undefined ? '' : `### ${heading}`,
      pageTable(columns, rows, file, { noun: rowNoun, docs: linkFrom(page)('docs') }),
    ]),
    list([
      ...notes.map(inline),
      ...servers.flatMap(({ displayName, refusal }) =>
        refusal === null ? [] : [`${inline(displayName)}: disqualified: ${inline(refusal)}`],
      ),
      ...notInstalled.map(
        ({ name: missing }) => `${inline(missing)}: not installed, so not measured`,
      ),
      ...conditions.map(inline),
      ...[source, ...others].map((each) => `Source: [\`${each}\`](${linkFrom(page)(each)})`),
    ]),
  )
  return { text, pictures }
}
