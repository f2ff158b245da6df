/**
 * What an instrument shows: its files, their rows and columns, its charts and its page. Everything that has a column is
 * made here from the same definition: the terminal's table, the page's, and CSV.
 */
import type { InstrumentFile, InstrumentFiles, Unsealed } from '../../shared/results/instrument-files.ts'
import type { Published } from '../../shared/results/published.ts'
import type { Stored } from '../../shared/results/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { ThemeName } from '../draw/theme.ts'
import { drawAll, type Picture, pictureOf, pictureText } from '../pages/pictures.ts'
import { withCaveats } from '../pages/table.ts'
import type { Panel } from '../report/data.ts'
import { figure } from '../report/figures.ts'
import { blocks, inline, list } from '../text/markdown.ts'
import { linkFrom, pagePath } from '../text/paths.ts'
import { type Column, csvTable, namedFigures, pageTable, type Row, terminalTable } from './columns.ts'

export interface Chart {
  /** File name without theme and extension. */
  name: string
  /** The finding, for readers who do not see the picture. */
  alt: string
  draw(theme: ThemeName): Promise<string>
}

/** One of several tables of a file. */
export interface Table<F> {
  heading?: string
  /** Best first. */
  rows: readonly Row[]
  // biome-ignore lint/suspicious/noExplicitAny: each table has rows of its own
  columns: readonly Column<any, F>[]
  /** Stand before it on the page. */
  charts?: Chart[]
}

/** A file as an instrument's tables and pages read it: sealed or about to be. */
type Contents<F extends InstrumentFile> = Unsealed<F>

export interface Instrument<F extends InstrumentFile, R extends Row> {
  /** Of its command, its folder of results and its page. */
  name: string
  /** How it is measured; `docs/<name>.md` where it is left out. */
  method?: string
  title: string
  /** What it shows, as the index of pages says it behind the title. */
  sentence: string
  /** Markdown: how to read the page. */
  about: string
  store: InstrumentFiles<F>
  /** The stored files that are published; the most complete of each scenario where it is left out. */
  published?(root?: string): Stored<F>[]
  /** Best first; what was disqualified is left out. */
  rows(file: Contents<F>): R[]
  /** Heads the first column. */
  rowNoun?: string
  columns: readonly Column<R, Contents<F>>[]
  /** In place of one table of all rows, which CSV and the report still have. */
  tables?(file: Contents<F>): Table<Contents<F>>[]
  /** Markdown before the sections of files. */
  lead?(stored: readonly Stored<F>[]): string
  /** The first heading of a file's section; the scenario's title where it is left out. */
  heading?(file: F): string
  charts?(file: F): Chart[]
  /** What must be known of the figures, a line each, in the terminal and on the page. */
  notes?(file: Contents<F>): string[]
  /** When, where and how it was measured, a paragraph each. */
  conditions(file: F): string[]
  /** Markdown that follows the table on the page. */
  more?(file: F, path: string): string
  /** Whether its figures are the same in each measurement, as bytes and counts of types are. */
  isExact?: boolean
  /** Whether it measures servers as they handle requests: then caveats and withdrawals of runs concern its page. */
  ofRequests?: boolean
  /** Of a server, for the report; its figures where it is left out. */
  panels?(file: F, server: string): Panel[]
  /** Generated regions of README and docs, by name. */
  regions?(stored: readonly Stored<F>[], published: readonly Published[]): Readonly<Record<string, string>>
  /** What pages of scenarios add to the notes on servers, by the server's name. */
  remarks?(stored: readonly Stored<F>[]): Readonly<Record<string, readonly string[]>>
}

/** An instrument of which nobody needs to know what its files hold. */
// biome-ignore lint/suspicious/noExplicitAny: each instrument reads its own files
export type AnyInstrument = Instrument<any, any>

/** Has the compiler infer the types. */
export function instrument<F extends InstrumentFile, R extends Row>(definition: Instrument<F, R>): Instrument<F, R> {
  return definition
}

/** Those of a file that are disqualified or not installed, and why; anything that is measured has these fields. */
interface Subjects {
  servers?: readonly { name: string; displayName: string; refusal: string | null }[]
  notInstalled?: readonly { name: string; install: string }[]
}

/** The table that a terminal shows, with the notes and the disqualified below it. */
export function terminalText<F extends InstrumentFile, R extends Row>(
  definition: Instrument<F, R>,
  file: Contents<F>,
): string {
  const tables = tablesOf(definition, file).map(({ heading, rows, columns }) =>
    [...(heading === undefined ? [] : [heading]), terminalTable(columns, rows, file, definition.rowNoun)].join('\n'),
  )
  const { servers = [] } = file as Subjects
  const disqualified = servers.flatMap(({ name, refusal }) =>
    refusal === null ? [] : `${name}: disqualified: ${refusal}`,
  )
  const lines = [...(definition.notes?.(file) ?? []), ...disqualified]
  return [tables.join('\n\n'), ...lines].filter((part) => part !== '').join('\n')
}

/** Those that have rows. */
function tablesOf<F extends InstrumentFile, R extends Row>(
  { tables, rows, columns }: Instrument<F, R>,
  file: Contents<F>,
): Table<Contents<F>>[] {
  const all = tables?.(file) ?? [{ rows: rows(file), columns }]
  return all.filter((table) => table.rows.length > 0)
}

/** CSV. Null where no row has a figure. */
export function csvOf<F extends InstrumentFile, R extends Row>(
  { rows, columns }: Instrument<F, R>,
  file: Contents<F>,
): string | null {
  const { servers = [] } = file as Subjects
  const disqualified = servers.flatMap(({ name, refusal }) => (refusal === null ? [] : { name, reason: refusal }))
  return csvTable(columns, rows(file), file, file as { startedAt: string; scenario?: string }, disqualified)
}

/** Those that the report has of a server; none where the file has nothing of it. */
export function panelsOf<F extends InstrumentFile, R extends Row>(
  { title, rows, columns, panels }: Instrument<F, R>,
  file: F,
  server: string,
): Panel[] {
  if (panels) return panels(file, server)
  const row = rows(file).find(({ name }) => name === server)
  const figures = row ? namedFigures(columns, row, file) : []
  if (figures.length === 0) return []
  const shown = figures.map(([name, value, low, high]): [string, ReturnType<typeof figure> | string] =>
    typeof value === 'string' ? [name, value] : [name, figure(value, low, high)],
  )
  return [{ title, figures: shown }]
}

/** The page and its charts, by path from the repository's root; none where nothing is stored. */
export async function instrumentFiles<F extends InstrumentFile, R extends Row>(
  definition: Instrument<F, R>,
  stored: readonly Stored<F>[],
  published: readonly Published[] = [],
): Promise<Map<string, string>> {
  if (stored.length === 0) return new Map()
  const path = pagePath(definition.name)
  const sections = stored.map((each) => sectionOf(definition, each))
  const link = linkFrom(path)
  const { title, about, name, method = `docs/${name}.md`, ofRequests, lead } = definition
  const how = `[How it is measured](${link(method)}); \`npm run bench -- ${name}\` measures yours.`
  const page = `${blocks(`# ${title}`, `${about} ${how}`, lead?.(stored) ?? '', ...sections.map(({ text }) => text))}\n`
  const pictures = await drawAll(sections.flatMap((section) => section.pictures))
  return new Map([[path, ofRequests ? withCaveats(page, published) : page], ...pictures])
}

/** Of one file: its charts, its table, and the conditions under which it was made. */
function sectionOf<F extends InstrumentFile, R extends Row>(
  definition: Instrument<F, R>,
  { file, path: source }: Stored<F>,
): { text: string; pictures: Picture[] } {
  const { name, charts, notes, conditions, more, heading, rowNoun } = definition
  const page = pagePath(name)
  const picturesOf = (all: Chart[] = []) => all.map(({ name, alt, draw }) => pictureOf(page, name, alt, draw))
  const textOf = (pictures: Picture[]) => pictures.map((picture) => pictureText(picture, page))
  const pictures = picturesOf(charts?.(file))
  const tables = tablesOf(definition, file).map((table) => ({ ...table, pictures: picturesOf(table.charts) }))
  const { servers = [], notInstalled = [] } = file as Subjects
  const { scenario = '' } = file as { scenario?: string }
  const text = blocks(
    `## ${heading?.(file) ?? scenarios.get(scenario)?.title ?? scenario}`,
    ...textOf(pictures),
    ...tables.flatMap(({ heading, rows, columns, pictures }) => [
      heading === undefined ? '' : `### ${heading}`,
      ...textOf(pictures),
      pageTable(columns, rows, file, { noun: rowNoun, docs: linkFrom(page)('docs') }),
    ]),
    more?.(file, source) ?? '',
    list([
      ...(notes?.(file) ?? []).map(inline),
      ...servers.flatMap(({ displayName, refusal }) =>
        refusal === null ? [] : [`${inline(displayName)}: disqualified: ${inline(refusal)}`],
      ),
      ...notInstalled.map(({ name: missing }) => `${inline(missing)}: not installed, so not measured`),
      ...conditions(file).map(inline),
      `Source: [\`${source}\`](${linkFrom(page)(source)})`,
    ]),
  )
  return { text, pictures: [...pictures, ...tables.flatMap((table) => table.pictures)] }
}
