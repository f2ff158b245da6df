/** Memory over time, as a section of the page of what running costs. */
import { grouped } from '../../shared/basics/text.ts'
import { MOVING, RELEVANT, SETTLING } from '../../shared/result/leak.ts'
import { type Memory, type MemorySummary, memoryRefusal } from '../../shared/result/memory.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import {
  drawMemory,
  MEMORY_TITLE,
  memoryConditions,
  memoryFootnotes,
  memoryRows,
  type Watched,
  watched,
} from '../specs/memory.ts'
import { drawMemoryOverTime, OVER_TIME_TITLE } from '../specs/memory-over-time.ts'
import { finding } from '../specs/rows.ts'
import { blocks, columnsTable, inline, list, table } from '../text/markdown.ts'
import { range, significant } from '../text/numbers.ts'
import { linkFrom, RUNNING_PATH } from '../text/paths.ts'
import { type PageSection, pictureOf, pictureText } from './pictures.ts'

export function memorySection(stored: Stored<Memory>): PageSection {
  const { file } = stored
  const title = scenarios.get(file.scenario)?.title ?? file.scenario
  const overTime = pictureOf(
    RUNNING_PATH,
    `${file.protocol.soak ? 'soak' : 'memory-over-time'}-${file.scenario}`,
    OVER_TIME_TITLE,
    (theme) => drawMemoryOverTime(file, theme),
  )
  if (file.protocol.soak) {
    const parts = [`## Soak: ${title}`, soakText(file), soakTable(file), pictureText(overTime, RUNNING_PATH)]
    return { text: blocks(...parts, list(conditions(stored))), pictures: [overTime] }
  }
  const alt = finding(MEMORY_TITLE, memoryRows(file))
  const bars = pictureOf(RUNNING_PATH, `memory-${file.scenario}`, alt, (theme) => drawMemory(file, theme))
  const text = blocks(
    `## Memory: ${title}`,
    pictureText(bars, RUNNING_PATH),
    memoryTable(file),
    pictureText(overTime, RUNNING_PATH),
    list(conditions(stored)),
  )
  return { text, pictures: [bars, overTime] }
}

function conditions({ file, path }: Stored<Memory>): string[] {
  return [
    ...memoryFootnotes(file).map(inline),
    ...file.servers.flatMap((server) => {
      const refusal = memoryRefusal(server)
      return refusal === null ? [] : [`${inline(server.displayName)}: refused: ${inline(refusal)}`]
    }),
    ...file.notInstalled.map(({ name }) => `${inline(name)}: not installed, so not watched`),
    ...memoryConditions(file).map(inline),
    `All of it: [\`${path}\`](${linkFrom(RUNNING_PATH)(path)})`,
  ]
}

const megabytes = (bytes: number) => significant(bytes / 1e6)

function memoryTable(memory: Memory): string {
  const all: [title: string, cell: (summary: MemorySummary) => string][] = [
    ['start, MB', ({ start }) => megabytes(start.median)],
    ['end of the load', ({ loaded }) => megabytes(loaded.median)],
    ['peak', ({ peak }) => megabytes(peak.median)],
    ['least to greatest peak', ({ peak }) => range(peak.min, peak.max, megabytes)],
    ['at rest', ({ idle }) => megabytes(idle.median)],
    ['heap after a collection', ({ heap }) => (heap ? megabytes(heap.median) : '')],
  ]
  // One process has no range of peaks.
  const columns = all.filter(([, cell]) => watched(memory).some(({ summary }) => cell(summary) !== ''))
  return columnsTable(watched(memory), [
    ['server', ({ displayName, summary }) => inline(summary.held ? displayName : `${displayName} ‡`)],
    ...columns.map(([title, cell]) => [title, ({ summary }: Watched) => cell(summary)] as const),
  ])
}

function soakText({ protocol }: Memory): string {
  const { loadSeconds } = protocol
  const judged = Math.round((1 - SETTLING) * loadSeconds)
  return `What stays after a collection of garbage, over the requests answered, in the last ${grouped(judged)} of ${grouped(loadSeconds)} s. A leak is a slope whose 95% interval lies above zero, of ${RELEVANT} bytes a request and ${MOVING / 1024} KB in all at the least, which does not slow down.`
}

const WORDS = { leak: '**leaks**', settling: 'still grew, ever more slowly', none: 'none' } as const

function soakTable(memory: Memory): string {
  const { rate } = memory.protocol
  const header = ['server', 'bytes a request', '95% interval', `MB an hour at ${grouped(rate)}/s`, 'leak']
  const rows = watched(memory).map(({ displayName, summary: { growth } }) => {
    if (!growth) return [inline(displayName), '', '', '', 'the runtime does not tell']
    const { slope, low, high, verdict } = growth
    const hour = (slope * rate * 3_600) / 1e6
    return [
      inline(displayName),
      slope.toFixed(2),
      `${low.toFixed(2)} to ${high.toFixed(2)}`,
      hour.toFixed(1),
      WORDS[verdict],
    ]
  })
  return table(header, rows, ['left', 'right', 'right', 'right', 'left'])
}
