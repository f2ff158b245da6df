/** A comparison of two versions as Markdown, for a pull request: the outcome, and a table per metric. */

import { pageTable } from '../../table/columns.ts'
import { withSpecs } from '../../text/markdown.ts'
import type { UnsealedVersions } from './format.ts'
import { leadOf, outcomeLine, versionsColumns, versionsNotes, versionsRows } from './table.ts'

export function versionsMarkdown(versions: UnsealedVersions): string {
  const tables = [...Map.groupBy(versionsRows(versions), ({ metric }) => metric)].map(
    ([noun, rows]) => pageTable(versionsColumns, rows, versions, { noun, markdown: escaped }),
  )
  const notes = versionsNotes(versions).map((line) => `- ${escaped(line)}`)
  const lead = leadOf(versions, [versions.first.label, versions.second.label])
  const parts = [
    `### ${escaped(lead)}`,
    `**${escaped(outcomeLine(versions))}**`,
    ...tables,
    notes.join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** Replaces a comparison that could not be made. */
export function unmeasurableMarkdown(reason: string): string {
  return `### Two versions could not be measured\n\n${escaped(reason)}`
}

/** Escapes Markdown in untrusted names. */
function escaped(line: string): string {
  return withSpecs(line, (other) => other.replaceAll(/[\\|*_~`<>[\]#!&]/g, '\\$&'))
}
