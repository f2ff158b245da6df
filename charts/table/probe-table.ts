/** A probe's figures for a terminal, and as data. */
import { oneLine } from '../../shared/basics/text.ts'
import { disqualifiedIn, notesOf } from '../../shared/probe/notes.ts'
import { type Contents, columnOf, type Probe, rowsOf, tablesOf } from '../../shared/probe/probe.ts'
import { terminalTable } from './columns.ts'
import { type DataTable, dataTable } from './data.ts'

/** Formats tables for a terminal, with notes and disqualified subjects below. */
export function probeText(probe: Probe, file: Contents): string {
  const tables = tablesOf(probe, file).map(({ heading, noun = probe.noun, rows, columns }) => {
    const table = terminalTable(columns, rows, file, noun)
    return heading === undefined ? table : `${heading}\n${table}`
  })
  const disqualified = disqualifiedIn(file).map(({ name, reason, failedIn }) => {
    const when = failedIn ? ` in round ${failedIn.round} (${failedIn.phase})` : ''
    return `${name}: disqualified${when}: ${oneLine(reason)}`
  })
  return [tables.join('\n\n'), ...notesOf(probe, file), ...disqualified]
    .filter((part) => part !== '')
    .join('\n')
}

/** Returns all rows of a file in one table. */
export function probeData(probe: Probe, file: Contents): DataTable {
  return dataTable({
    columns: probe.metrics.map(columnOf),
    rows: rowsOf(probe, file),
    file,
    partOf: ({ part }) => part,
    of: file,
    disqualified: disqualifiedIn(file).map(({ name, reason, failedIn }) => ({
      server: name,
      reason: failedIn ? `${failedIn.phase}: ${reason}` : reason,
    })),
  })
}
