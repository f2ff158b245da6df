import Table from 'cli-table3'

export type Alignment = 'left' | 'right'

/**
 * Formats a table for a terminal, with a border, but no lines between rows. A cell may have several lines.
 * @param alignments of the columns; the last one applies to all further columns
 */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[] = ['left'],
): string {
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, column) => alignments[column] ?? alignments.at(-1) ?? 'left'),
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    style: { head: [], border: [] },
  })
  table.push(...rows.map((row) => [...row]))
  return table.toString()
}
