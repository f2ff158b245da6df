/** Pages of instruments, and of comparisons across stored results. */

import { ROOT } from '../../shared/basics/root.ts'
import type { Stored } from '../../shared/format/stored-files.ts'
import type { Column } from '../../shared/probes/column.ts'
import { type Findings, type PastFinding, readFindings } from '../../shared/results/findings.ts'
import type { Published } from '../../shared/results/published.ts'
import { allInstruments } from '../instruments/catalogue.ts'
import { type AnyInstrument, instrumentFiles } from '../instruments/instrument.ts'
import type { ReportData } from '../report/data.ts'
import { reportData } from '../report/report-data.ts'
import { titleText } from '../table/columns.ts'
import type { RunRow, RunTable } from '../table/run-columns.ts'
import { MACHINES_PATH, pagePath } from '../text/paths.ts'
import { costsIn } from './costs.ts'
import { effectText, stateText } from './findings.ts'
import { machinesPages } from './machines.ts'
import { matterText } from './matter.ts'
import type { ListedPage } from './pages.ts'

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
): ListedPage[] {
  const own = instruments.map(({ instrument, stored }) => ({
    path: pagePath(instrument.name),
    title: instrument.title,
    sentence: instrument.sentence,
    regions: {
      ...instrument.regions?.(stored, published),
      ...(instrument.name === 'latency' && { matter: matterText(published, stored) }),
    },
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
  const findings = readFindings()
  const violationsOf = (server: string) => violationsIn(findings, server)
  const pages = instruments
    .filter(({ stored }) => stored.length > 0)
    .map(({ instrument: { name, title, rows }, stored }) => ({
      title,
      path: pagePath(name),
      servers: stored.flatMap(({ file }) => [
        file.protocol?.server,
        ...rows(file).map((row) => row.name),
      ]),
    }))
  return reportData(published, {
    violationsOf,
    pages: pages.map(({ title, path }) => ({ title, path })),
    pagesOf: (server) => pages.flatMap(({ servers }, i) => (servers.includes(server) ? [i] : [])),
    costs: costsIn(latency, published),
    columns: instruments.flatMap(overviewOf),
  })
}

function violationsIn({ present, past }: Findings, name: string): string[] {
  return [
    ...present
      .filter(({ servers }) => servers.some((server) => server.name === name))
      .map(({ effect, reason }) => `${effectText(effect)}: ${reason}`),
    ...past.filter(({ server }) => server === name).map(pastText),
  ]
}

function pastText(finding: PastFinding): string {
  const { package: name, version, effect, what } = finding
  return `${effect}: ${what} (${name} ${version}; ${stateText(finding)})`
}
