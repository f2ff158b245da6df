/** A comparison of two versions as Markdown, for a pull request. */
import { pageTable } from '../columns.ts'
import type { UnsealedVersions } from './format.ts'
import { gateLines, leadOf, versionsColumns, versionsNotes, versionsRows } from './table.ts'

export function versionsMarkdown(versions: UnsealedVersions): string {
  const table = pageTable(versionsColumns, versionsRows(versions), versions, { noun: '', markdown: escaped })
  const notes = versionsNotes(versions).map((line) => `- ${escaped(line)}`)
  const outcome = gateLines(versions).map((line) => `**${escaped(line)}**`)
  const lead = leadOf(versions, [versions.first.label, versions.second.label])
  return [`### ${escaped(lead)}`, table, notes.join('\n'), ...outcome].filter(Boolean).join('\n\n')
}

/** Replaces a comparison that could not be made. */
export function unmeasurableMarkdown(reason: string): string {
  return `### Two versions could not be measured\n\n${escaped(reason)}`
}

/** Escapes Markdown in untrusted names. */
function escaped(line: string): string {
  return line.replaceAll(/[\\|*_~`<>[\]#!&]/g, '\\$&')
}
