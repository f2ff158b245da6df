/** Pages of instruments, and of comparisons across stored results. */

import { ROOT } from '../../shared/basics/root.ts'
import type { Stored } from '../../shared/format/stored-files.ts'
import type { Column } from '../../shared/probes/column.ts'
import { type Findings, type PastFinding, readFindings } from '../../shared/results/findings.ts'
import type { Published } from '../../shared/results/published.ts'
import { allInstruments } from '../instruments/catalogue.ts'
import { type AnyInstrument, instrumentFiles, panelsOf } from '../instruments/instrument.ts'
import { costsIn } from '../instruments/latency/costs.ts'
import { type Versions, versionsToPublish } from '../instruments/versions/format.ts'
import { verdictText } from '../instruments/versions/table.ts'
import type { ListedServer, Panel, ReportData } from '../report/data.ts'
import { reportData, USUAL } from '../report/report-data.ts'
import { titleText } from '../table/columns.ts'
import type { RunRow, RunTable } from '../table/run-columns.ts'
import { MACHINES_PATH, pagePath } from '../text/paths.ts'
import { effectText, stateText } from './findings.ts'
import { machinesPages } from './machines.ts'
import { type InstrumentPages, nodesOf } from './pages.ts'
import { likeForLikeView } from './picks.ts'

/** An instrument with its published files. */
export interface StoredInstrument {
  instrument: AnyInstrument
  // biome-ignore lint/suspicious/noExplicitAny: each instrument reads its own files
  stored: readonly Stored<any>[]
}

/** Reads each instrument's published files. @throws UsageError if a file is invalid */
export async function storedInstruments(root = ROOT): Promise<StoredInstrument[]> {
  return (await allInstruments()).map((instrument) => ({
    instrument,
    stored: instrument.published?.(root) ?? instrument.store.mostComplete({ root }),
  }))
}

/** Returns an instrument's columns beside ratios. A figure is of the first published file that has the server in its version. */
function overviewOf({
  instrument,
  stored: [newest, ...older],
}: StoredInstrument): Column<RunRow, RunTable>[] {
  const { overview } = instrument
  if (!newest || !overview) return []
  const tables = [newest, ...older].map(({ file }) => ({ file, ...overview(file) }))
  return (tables[0]?.columns ?? []).map((column) => ({
    ...column,
    title: titleText(column.title, newest.file),
    value(server) {
      const own = tables.flatMap(({ file, rows }) =>
        rows.flatMap((row) =>
          IDENTITY.every((key) => row[key] === server[key]) ? column.value(row, file) : [],
        ),
      )
      return own[0] ?? null
    },
  }))
}

const IDENTITY = ['name', 'version', 'runtime', 'runtimeVersion'] as const

/** Returns the pages of all instruments that have results, sorted by title. */
export function instrumentPages(
  published: readonly Published[],
  instruments: readonly StoredInstrument[],
): InstrumentPages[] {
  const own = instruments.map(({ instrument, stored }) => ({
    path: pagePath(instrument.name),
    title: instrument.title,
    sentence: instrument.sentence,
    nodes: nodesOf(stored.map(({ file }) => file)),
    regions: instrument.regions?.(stored, published) ?? {},
    files: instrumentFiles(instrument, stored, published),
  }))
  const machines = {
    ...{ path: MACHINES_PATH, title: 'Differences between machines', regions: {} },
    sentence: 'each machine held out, and predicted from the others',
    files: machinesPages(published),
  }
  const pages = [machines, ...own]
  return pages.filter(({ files }) => files.size > 0).sort((a, b) => (a.title < b.title ? -1 : 1))
}

/** Returns the report's data, with what instruments found. */
export function reportOf(
  published: readonly Published[],
  instruments: readonly StoredInstrument[],
): ReportData {
  const latency = instruments.find(({ instrument }) => instrument.name === 'latency')?.stored ?? []
  const usual = published.find(({ result }) => result.scenario === USUAL)
  const findings = readFindings()
  const versions = versionsToPublish()
  return reportData(published, {
    panelsOf: (scenario, server) => panelsIn(instruments, scenario, server),
    foundOn: (server) => foundOn(server, findings, versions),
    costs: costsIn(latency, published),
    withZod: usual && likeForLikeView(usual.result),
    columns: instruments.flatMap(overviewOf),
  })
}

/** Violations of invariants, and compared versions of a package, the longest span of releases first. */
function foundOn(
  name: string,
  { present, past }: Findings,
  versions: readonly Stored<Versions>[],
): ListedServer['found'] {
  const violations = [
    ...present
      .filter(({ servers }) => servers.some((server) => server.name === name))
      .map(({ effect, reason }) => `${effectText(effect)}: ${reason}`),
    ...past.filter(({ server }) => server === name).map(pastText),
  ]
  const own = versions.filter(({ file }) => file.server === name).map(({ file }) => file)
  const newest = own.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  const compared = newest.toSorted((a, b) => daysBetween(b) - daysBetween(a)).map(comparedText)
  const lists: ListedServer['found'] = [
    ['Crashes and protocol violations', violations, 'charts/published/findings/README.md'],
    ['Versions compared', compared, 'charts/published/versions/README.md'],
  ]
  return lists.filter(([, items]) => items.length > 0)
}

/** 0 if a release has no date. */
function daysBetween({ first, second }: Versions): number {
  return first.released && second.released
    ? (Date.parse(second.released) - Date.parse(first.released)) / 86_400_000
    : 0
}

function comparedText({
  package: name,
  first,
  second,
  scenario,
  verdicts,
  equal,
}: Versions): string {
  const found = verdicts.map((verdict) => `${verdict.name} ${verdictText(verdict)}`)
  const text = ({ version, released }: Versions['first']) =>
    released ? `${version} (${released})` : version
  return `${name} ${text(first)} → ${text(second)}, in ${scenario}: ${equal ? 'equal contents' : found.join('; ')}`
}

function pastText(finding: PastFinding): string {
  const { package: name, version, effect, what } = finding
  return `${effect}: ${what} (${name} ${version}; ${stateText(finding)})`
}

/** Returns the panels on a server in the report of a scenario. */
function panelsIn(
  instruments: readonly StoredInstrument[],
  scenario: string,
  server: string,
): Panel[] {
  return instruments.flatMap(({ instrument, stored }) => {
    const own = stored.filter(({ file }) => (file.scenario ?? USUAL) === scenario)
    // The newest file that has the server; another, such as a soak, would repeat the title.
    return (
      own
        .map(({ file }) => panelsOf(instrument, file, server))
        .find((panels) => panels.length > 0) ?? []
    )
  })
}
