/** A comparison of two versions as Markdown, for a pull request: the outcome, and a table per metric. */
import { shortened } from '../../shared/basics/text.ts'
import { type Contents, columnOf } from '../../shared/probe/probe.ts'
import {
  leadOf,
  outcomeLine,
  versions,
  versionsNotes,
  versionsRows,
} from '../../shared/probes/versions.ts'
import { versionsIn } from '../../shared/probes/versions-file.ts'
import { encoder } from '../text/markdown.ts'
import { pageTable } from './columns.ts'

export function versionsMarkdown(file: Contents): string {
  const comparison = versionsIn(file)
  const columns = versions.metrics.map(columnOf)
  const tables = Object.keys(comparison.metrics).flatMap((noun) => {
    const rows = versionsRows(file, noun)
    return rows.length > 0 ? [pageTable(columns, rows, file, { noun, markdown: escaped })] : []
  })
  const notes = [...comparison.failed.map(failureLine), ...versionsNotes(comparison)]
  const parts = [
    `### ${escaped(leadOf(comparison, [comparison.first.label, comparison.second.label]))}`,
    `**${escaped(outcomeLine(comparison))}**`,
    ...tables,
    notes.map((line) => `- ${escaped(line)}`).join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}

const failureLine = ({ metric, reason }: { metric: string; reason: string }) =>
  `${metric}: not measured: ${reason}`

/** Replaces a comparison that could not be made. */
export function unmeasurableMarkdown(reason: string): string {
  return `### Two versions could not be measured\n\n${escaped(reason)}`
}

export const UNCHANGED = 'no file in the package has changed'

/** Replaces the comparison of two commits whose packages are equal. */
export function unchangedMarkdown(name: string): string {
  return `### ${escaped(name)}: head against base\n\n**${UNCHANGED}**`
}

/** Most characters of a cell or note, which a pull request's code may have written. */
const LONGEST = 500

const encode = encoder((text) => text.replaceAll(/[@#]|(?<=\bgh)-|:(?=[\w+-]+:)/gi, '$&\u200b'))

/** Encodes untrusted text so that GitHub makes no mention, reference or emoji of it either. */
const escaped = (line: string) => encode(shortened(line, LONGEST))
