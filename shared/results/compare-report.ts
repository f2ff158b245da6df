/** Formats a comparison for a terminal, a pull request, or a script. */
import { markdownTable } from 'markdown-table'
import { grouped, plural } from '../basics/text.ts'
import { textTable } from '../basics/text-table.ts'
import { sixDigits } from '../stats/statistics.ts'
import { type ComparedServer, Comparison, type Side } from './comparison.ts'

export const formats = { text, markdown, json }
export type Format = keyof typeof formats

function text(comparison: Comparison): string {
  const { head, body } = tableOf(comparison)
  const { lead, tail, summary } = linesOf(comparison)
  const alignments = head.map((_, index) => (index === 0 || index === head.length - 1 ? 'left' : 'right'))
  return [...lead, textTable(head, body, alignments), ...tail, summary].join('\n')
}

function markdown(comparison: Comparison): string {
  const { head, body } = tableOf(comparison)
  const align = head.map((_, index) => (index === 0 || index === head.length - 1 ? 'l' : 'r'))
  const cells = [head, ...body].map((row) => row.map(escaped))
  const { lead, tail, summary } = linesOf(comparison)
  const list = (lines: readonly string[]) => lines.map((line) => `- ${escaped(line)}`).join('\n')
  const parts = [list(lead), markdownTable(cells, { align }), list(tail), `**${escaped(summary)}**`]
  return parts.filter(Boolean).join('\n\n')
}

/** Rounds fractions to six significant digits. */
function json(comparison: Comparison): string {
  return JSON.stringify(sixDigits(Comparison.parse(comparison)), null, 2)
}

/** Escapes Markdown. */
function escaped(line: string): string {
  return line.replaceAll(/[\\|*_~`<>[\]]/g, '\\$&')
}

function tableOf(comparison: Comparison): { head: string[]; body: string[][] } {
  const { old, new: recent } = comparison
  const [before, after] = old.server && recent.server ? [old.server, recent.server] : ['old', 'new']
  const columns: [title: string, cell: (row: ComparedServer) => string][] = [
    ['server', ({ server }) => (isMarked(comparison, server) ? `${server} *` : server)],
    [`${before}, requests/s`, (row) => grouped(row.old.requestsPerSecond)],
    [`${after}, requests/s`, (row) => grouped(row.new.requestsPerSecond)],
    ['rounds', (row) => `${row.old.rounds} + ${row.new.rounds}`],
    [`${after}/${before}`, ({ ratio }) => ratio.toFixed(3)],
    ['95% interval', ({ low, high }) => (low && high ? `${low.toFixed(3)}–${high.toFixed(3)}` : '')],
    ['difference', differenceCell],
  ]
  return {
    head: columns.map(([title]) => title),
    body: comparison.rows.map((row) => columns.map(([, cell]) => cell(row))),
  }
}

/** Within a run, both servers' caveats apply to the only row. */
function isMarked({ marks, old }: Comparison, server: string): boolean {
  return old.server ? marks.length > 0 : marks.some((mark) => mark.server === server)
}

function differenceCell({ ratio, difference }: ComparedServer): string {
  if (difference === 'none') return '~'
  if (difference === 'unknown') return '?'
  const percent = ((ratio - 1) * 100).toFixed(1)
  return `${ratio > 1 ? '+' : ''}${percent}%`
}

function linesOf(comparison: Comparison): { lead: string[]; tail: string[]; summary: string } {
  const { scenario, old, new: recent, marks, uncompared, notes } = comparison
  const lead = old.server
    ? [`${scenario}: ${recent.server} over ${old.server}`, describe('in', old)]
    : [
        `${scenario}: new over old, of the ratios to ${comparison.baseline}`,
        describe('old', old),
        describe('new', recent),
      ]
  const tail = [
    ...marks.map(({ server, side, kind, trials, of, message }) => {
      const where = old.server ? '' : `${side} result, `
      return `* ${server}: ${where}${kind} in ${trials} of ${of}: ${message}`
    }),
    ...uncompared.map(({ server, reason }) => `${server}: not compared: ${reason}`),
    ...notes.map((note) => `note: ${note}`),
    ...gateLines(comparison),
  ]
  return { lead, tail, summary: summaryLine(comparison) }
}

function describe(label: string, { file, startedAt, commit, clean, rounds }: Side): string {
  const source = commit ? `commit ${commit.slice(0, 7)}${clean === false ? ' with changes' : ''}` : 'no commit'
  return `${label}: ${file}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC, ${source}, ${plural(rounds, 'round')}`
}

function gateLines({ gate, rows }: Comparison): string[] {
  if (!gate) return []
  const limit = `${Number((gate.failBelow * 100).toFixed(6))}%`
  const failed = rows
    .filter(({ server }) => gate.failed.includes(server))
    .map(({ server, ratio, high }) => `${server} (${ratio.toFixed(3)}, at most ${high?.toFixed(3)})`)
  const outcome =
    failed.length > 0
      ? `failed: slower by more than ${limit} with confidence: ${failed.join(', ')}`
      : `passed: no server is slower by more than ${limit} with confidence`
  return [`gate ${outcome}`, ...(gate.silent.length > 0 ? [`the gate says nothing of ${gate.silent.join(', ')}`] : [])]
}

function summaryLine({ summary, confidence }: Comparison): string {
  const { faster, slower, none, unknown } = summary
  const undecided = unknown > 0 ? `, ${unknown} undecided` : ''
  return `${faster} faster, ${slower} slower, ${none} without a difference${undecided} (${confidence * 100}%)`
}
