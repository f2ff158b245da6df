/** Pages of instruments that are no probes yet. */
import { type Column, titleText } from '../../shared/probes/column.ts'
import type { Published } from '../../shared/results/published.ts'
import { allInstruments } from '../instruments/catalogue.ts'
import { type AnyInstrument, instrumentFiles } from '../instruments/instrument.ts'
import type { RunRow, RunTable } from '../table/run-columns.ts'
import { pagePath } from '../text/paths.ts'
import type { MeasuredPage } from './probes.ts'

export async function instrumentPages(published: readonly Published[]): Promise<MeasuredPage[]> {
  const instruments = await allInstruments()
  return instruments.map((instrument) => {
    const stored = instrument.published?.() ?? instrument.store.mostComplete()
    return {
      path: pagePath(instrument.name),
      title: instrument.title,
      sentence: instrument.sentence,
      regions: instrument.regions?.(stored, published) ?? {},
      files: instrumentFiles(instrument, stored, published),
      servers: stored.flatMap(({ file }) => [
        file.server,
        ...instrument.rows(file).map((row) => row.name),
      ]),
      columns: overviewOf(instrument, stored),
    }
  })
}

/** Returns an instrument's columns beside ratios. A figure is of the first published file that has the server in its version. */
function overviewOf(
  { overview }: AnyInstrument,
  [newest, ...older]: ReturnType<AnyInstrument['store']['mostComplete']>,
): Column<RunRow, RunTable>[] {
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
