/** Formats a comparison of counts for a terminal, a pull request, or a script. */
import { markdownTable } from 'markdown-table'
import { grouped } from '../basics/text.ts'
import { textTable } from '../basics/text-table.ts'
import { sixDigits } from '../stats/statistics.ts'
import { CountsComparison } from './compare-counts.ts'
import type { Format } from './compare-report.ts'

const HEAD = ['server', 'old', 'new', 'new/old', 'gate', 'difference']

export const countsFormats: Record<Format, (comparison: CountsComparison) => string> = {
  text(comparison) {
    const alignments = HEAD.map((_, column) => (column === 0 ? 'left' : 'right'))
    return [lead(comparison), textTable(HEAD, bodyOf(comparison), alignments), ...tail(comparison)].join('\n')
  },
  markdown(comparison) {
    const align = HEAD.map((_, column) => (column === 0 ? 'l' : 'r'))
    const list = tail(comparison).map((line) => `- ${line.replaceAll(/[\\|*_~`<>[\]]/g, '\\$&')}`)
    return [lead(comparison), markdownTable([HEAD, ...bodyOf(comparison)], { align }), list.join('\n')].join('\n\n')
  },
  json: (comparison) => JSON.stringify(sixDigits(CountsComparison.parse(comparison)), null, 2),
}

function lead({ scenario, counter, old, new: recent }: CountsComparison): string {
  return `${scenario}: instructions per request of the first thread, counted by ${counter}, ${recent} over ${old}`
}

function bodyOf({ rows }: CountsComparison): string[][] {
  return rows.map(({ server, old, new: recent, ratio, gate, difference }) => [
    server,
    grouped(old),
    grouped(recent),
    ratio.toFixed(4),
    gate === null ? '' : `±${(gate * 100).toFixed(2)}%`,
    { none: '~', unknown: '?', more: change(ratio), fewer: change(ratio) }[difference],
  ])
}

function change(ratio: number): string {
  return `${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(2)}%`
}

function tail({ rows, uncompared, notes }: CountsComparison): string[] {
  const number = (difference: string) => rows.filter((row) => row.difference === difference).length
  const unknown = number('unknown')
  return [
    ...uncompared.map(({ server, reason }) => `${server}: not compared: ${reason}`),
    ...notes.map((note) => `note: ${note}`),
    `${number('more')} more, ${number('fewer')} fewer, ${number('none')} without a difference${unknown > 0 ? `, ${unknown} undecided: too few processes of unchanged code are known` : ''}`,
  ]
}
