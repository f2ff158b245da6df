/** The chart of what servers execute for a request. */
import { grouped, plural } from '../../shared/basics/text.ts'
import { countFootnotes, countMarks } from '../../shared/result/counts-summary.ts'
import type { Counts } from '../../shared/result/instructions.ts'
import { machinesOf } from '../../shared/result/shards.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { marksLine, runtimesText } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { drawBars } from './bars.ts'
import { type Row, rowOf } from './rows.ts'
import { outOf, shortList } from './short-list.ts'

export const INSTRUCTIONS_TITLE = 'Instructions per request, in user space'

/** Those that have a figure. */
export const counted = (servers: Counts['servers']) =>
  servers.flatMap((server) => (server.summary ? [{ ...server, summary: server.summary }] : []))

/** A row a server, the fewest first. */
export function instructionRows({ servers }: Counts): Row[] {
  return shortList(counted(servers))
    .sort((a, b) => a.summary.javascript - b.summary.javascript || (a.name < b.name ? -1 : 1))
    .map((server): Row => {
      const { javascript: value, low, high } = server.summary
      return {
        ...rowOf(server, countMarks(server.summary)),
        value,
        low: low ?? value,
        high: high ?? value,
        figure: significant(value, 4),
        aside: '',
      }
    })
}

export function drawInstructions(counts: Counts, theme: ThemeName): Promise<string> {
  const rows = instructionRows(counts)
  const all = counted(counts.servers)
  const drawing = drawBars(
    {
      title: INSTRUCTIONS_TITLE,
      subtitle: `Lower is less work. Bars: mean over the processes, of the thread that runs the JavaScript. Whiskers: 95% interval.${outOf(rows, all)}`,
      rows,
      axis: 'instructions a request',
      headings: ['mean', ''],
      shape: 'bar and whisker',
    },
    themes[theme],
  )
  return renderSvg(drawing, [...marksLine(countFootnotes(shortList(all))), countsConditions(counts)], themes[theme])
}

/** What was counted when, on what and how, as two paragraphs. */
export function countsConditions(counts: Counts): string[] {
  const { scenario, startedAt, environment, protocol, counterVersion, merged } = counts
  const machines = new Set(machinesOf(counts).map(({ cpuModel, cpuCount }) => `${cpuModel} (${cpuCount} CPUs)`))
  const shards = merged ? [`in ${plural(merged.shards.length, 'shard')}`] : []
  return [
    [
      scenario,
      startedAt.slice(0, 10),
      ...shards,
      [...machines].join(', '),
      environment.os,
      runtimesText(environment),
    ].join(' · '),
    [
      `counted by ${protocol.counter} (${counterVersion})`,
      `${protocol.processes} processes × ${significant(protocol.requests, 3)} requests, one at a time on one connection`,
      `warm-up until three steps agree${protocol.shortestWarmUp ? `, ${grouped(protocol.shortestWarmUp)} requests at least` : ''}`,
      `seed ${protocol.seed}`,
    ].join(' · '),
  ]
}
