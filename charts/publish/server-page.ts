/** The page of a server, on the Pages site alone: its figures in all scenarios, its code, and what is known of it. */
import { dateOf } from '../../shared/basics/text.ts'
import { remarksOn } from '../../shared/format/disclosure.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probe/column.ts'
import {
  type Contents,
  columnOf,
  type Metric,
  type SubjectRow,
  tablesOf,
} from '../../shared/probe/probe.ts'
import { run } from '../../shared/probes/run.ts'
import { outcomeLine } from '../../shared/probes/versions.ts'
import { versionsIn } from '../../shared/probes/versions-file.ts'
import { workarounds } from '../../shared/probes/workarounds.ts'
import type { Findings } from '../../shared/results/findings.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { scenarios, titleOf } from '../../shared/scenarios/scenarios.ts'
import { lenienciesTable, leniencyOf } from '../pages/facts.ts'
import { violationsOf } from '../pages/findings.ts'
import type { MeasuredPage, StoredProbe } from '../pages/probes.ts'
import { caveatTexts } from '../pages/table.ts'
import { pageTable } from '../table/columns.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { serverFacts, validationFacts } from '../text/facts.ts'
import { blocks, columnsTable, inline, list, section, textColumn } from '../text/markdown.ts'
import { marked } from '../text/marks.ts'
import { linkFrom, pagePath, serverPath } from '../text/paths.ts'

export interface Sources {
  published: readonly Published[]
  probes: readonly StoredProbe[]
  /** Pages of probes. */
  pages: readonly MeasuredPage[]
  findings: Findings
  /** Returns the contents of a file of the repository; undefined if there is none. */
  read(path: string): string | undefined
}

/** A server in a scenario. */
interface Measured {
  server: ServerResult
  result: PooledResult
}

/** A server in all its scenarios: the first one's results describe it. */
type Appearances = readonly [Measured, ...Measured[]]

/** Returns the pages of all servers with published figures, as Markdown by path. */
export function serverPages(sources: Sources): Map<string, string> {
  const measured = sources.published.flatMap(({ result }) =>
    result.subjects.map((server) => ({ server, result })),
  )
  return new Map(
    [...Map.groupBy(measured, ({ server }) => server.name)].map(([name, appearances]) => [
      serverPath(name),
      serverPage(appearances as unknown as Appearances, sources),
    ]),
  )
}

function serverPage(appearances: Appearances, sources: Sources): string {
  const [{ server }] = appearances
  const page = serverPath(server.name)
  const notes = byText(appearances, ({ details: { notes } }) => notes)
  const deviations = byText(appearances, ({ details }, { scenario }) =>
    remarksOn({ ...details, notes: [] }, scenario),
  )
  const leniencies = appearances.map((each) =>
    leniencyOf(each.server, titleOf(each.result.scenario)),
  )
  const past = violationsOf(server.name, { ...sources.findings, present: [] })
  return `${blocks(
    `# ${inline(server.displayName)}`,
    leadText(server),
    section('Figures', figuresText(appearances, page)),
    section('Code', codeText(appearances, sources.read)),
    section('What it lets through', lenienciesTable('scenarios', leniencies)),
    section('Notes', list(notes)),
    section('Known deviations', list([...deviations, ...past.map(inline)])),
    section('Work-arounds', workaroundsText(server, sources.probes, page)),
    section('Versions', versionsText(appearances, sources.probes)),
    section('Other measurements', pagesText(server, sources.pages, page)),
    section('Properties', propertiesText(appearances)),
  )}\n`
}

function leadText({ details: { description }, version, runtime, runtimeVersion }: ServerResult) {
  const runtimeText = `${runtimeTitles[runtime]} ${runtimeVersion}`
  const versionText = version === null ? runtimeText : `version ${version} on ${runtimeText}`
  return `**${inline(description)}**: ${inline(versionText)}. [Manifest](package.json).`
}

/** The five figures, with rank and ratio. */
const FIGURES = [
  'rank',
  'ratio',
  'requestsPerSecond',
  'p50',
  'p99',
  'receivedPerSecond',
  'peakMemory',
  'cpuPerRequest',
]

type ScenarioRow = ServerResult &
  Pick<SubjectRow, 'marks' | 'isUnranked'> &
  Pick<Measured, 'result'>

/** Returns a row per scenario, and the caveats of each. */
function figuresText(appearances: Appearances, page: string): string {
  const link = linkFrom(page)
  const rows = appearances.map(({ server, result }): ScenarioRow => {
    const [row] = marked([server])
    return { ...server, ...row, displayName: titleOf(result.scenario), result }
  })
  const columns = run.metrics
    .filter(({ id }) => FIGURES.includes(id))
    .map((metric: Metric): Column<ScenarioRow, Contents> => {
      const column = columnOf({ ...metric, leads: false })
      return { ...column, value: (row: ScenarioRow) => column.value(row, row.result as Contents) }
    })
  const ofServer = ({ server, result }: Measured) => ({ ...result, subjects: [server] })
  const caveats = byTexts(
    appearances.map(({ server, result }) => ({
      title: titleOf(result.scenario),
      texts: [
        ...caveatTexts(ofServer({ server, result })),
        ...(server.disqualified ? [inline(`disqualified: ${server.disqualified}`)] : []),
      ],
    })),
  )
  return blocks(
    pageTable(columns, rows, appearances[0].result, {
      noun: 'scenario',
      docs: link('docs'),
      linkOf: ({ result }) => link(pagePath(result.scenario)),
    }),
    list(caveats),
  )
}

/** Shows `update-user`, or the first scenario that it has, and links the others. */
function codeText(appearances: Appearances, read: Sources['read']): string {
  const [{ server }] = appearances
  const files = appearances.flatMap(({ result }) => {
    const file = `${scenarios.get(result.scenario)?.file}.ts`
    const code = read(`servers/${server.name}/${file}`)
    return code === undefined ? [] : [{ file, code }]
  })
  const [first] = files
  if (!first) return ''
  const others = [...new Set(files.slice(1).map(({ file }) => file))].filter(
    (file) => file !== first.file,
  )
  const links = [first.file, ...others].map((file) => `[\`${file}\`](${file})`)
  return blocks(`\`\`\`ts\n${first.code.trimEnd()}\n\`\`\``, `Files: ${links.join(', ')}.`)
}

/** Returns each text once, with the scenarios that have it, where not all do. */
function byText(
  appearances: Appearances,
  textsOf: (server: ServerResult, result: PooledResult) => readonly string[],
): string[] {
  return byTexts(
    appearances.map(({ server, result }) => ({
      title: titleOf(result.scenario),
      texts: textsOf(server, result).map(inline),
    })),
  )
}

/** @param scenarios Markdown per scenario */
function byTexts(scenarios: readonly { title: string; texts: readonly string[] }[]): string[] {
  const lines = scenarios.flatMap(({ title, texts }) => texts.map((text) => ({ title, text })))
  return [...Map.groupBy(lines, ({ text }) => text)].map(([text, same]) =>
    same.length === scenarios.length
      ? text
      : `${text} (${same.map(({ title }) => title).join(', ')})`,
  )
}

function workaroundsText(server: ServerResult, probes: Sources['probes'], page: string): string {
  const stored = probes.find(({ probe }) => probe === workarounds)?.stored ?? []
  return blocks(
    ...stored.flatMap(({ file }) =>
      tablesOf(workarounds, file).map(({ rows, columns }) => {
        const ofServer = rows.filter(({ name }) => name === server.name)
        return ofServer.length > 0
          ? pageTable(columns, ofServer, file, { docs: linkFrom(page)('docs') })
          : ''
      }),
    ),
  )
}

/** Lists the versions that runs measured, and comparisons of releases of its packages. */
function versionsText(appearances: Appearances, probes: Sources['probes']): string {
  const [{ server }] = appearances
  const stored = probes.find(({ probe }) => probe.name === 'versions')?.stored ?? []
  const compared = stored
    .map(({ file }) => versionsIn(file))
    .filter(
      ({ server: under, package: name }) =>
        under === server.name || name in server.details.packages,
    )
  const runs = [...new Set(appearances.flatMap(({ result }) => result.runs))].flatMap(
    ({ file }) => {
      const found = file.subjects.find(({ name, summary }) => name === server.name && summary)
      return found
        ? [{ version: found.version ?? found.runtimeVersion, date: dateOf(file.startedAt) }]
        : []
    },
  )
  const measured = [...Map.groupBy(runs, ({ version }) => version)].map(([version, same]) => {
    const dates = same.map(({ date }) => date).sort()
    return `${inline(version)}: ${[...new Set([dates[0], dates.at(-1)])].join(' to ')}`
  })
  return blocks(
    list(measured.map((line) => `measured with ${line}`)),
    compared.length === 0
      ? ''
      : columnsTable(compared, [
          textColumn('package', (of) => of.package),
          textColumn('from', ({ first }) => first.version),
          textColumn('to', ({ second }) => second.version),
          textColumn('under', (of) => `${of.server}, ${titleOf(of.scenario)}`),
          textColumn('outcome', outcomeLine),
        ]),
  )
}

function pagesText({ name }: ServerResult, pages: Sources['pages'], page: string): string {
  const link = linkFrom(page)
  return list(
    pages
      .filter(({ servers }) => servers.includes(name))
      .map(({ title, path, sentence }) => `[${title}](${link(path)}): ${sentence}`),
  )
}

/** Returns what the server is, with validation as the first scenario shows it that has one. */
function propertiesText(appearances: Appearances): string {
  const [{ server }] = appearances
  const facts = new Map([
    ...serverFacts(server),
    ...appearances
      .toReversed()
      .flatMap((each) => validationFacts(each.server, each.result.scenario)),
  ])
  const packages = Object.entries(server.details.packages).map((each) => each.join('@'))
  const rows = [...facts, ['packages', packages.join(', ')] as const].filter(([, text]) => text)
  return columnsTable(rows, [
    textColumn('property', ([title]) => title),
    textColumn('value', ([, text]) => text),
  ])
}
