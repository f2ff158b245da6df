/** Memory over time, as a section of the page of what running costs. */
import { grouped } from '../../shared/basics/text.ts'
import { MOVING, RELEVANT, SETTLING } from '../../shared/result/leak.ts'
import { type Memory, memoryRefusal } from '../../shared/result/memory.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { drawMemory, MEMORY_TITLE, memoryConditions, memoryFootnotes, memoryRows, watched } from '../specs/memory.ts'
import { drawMemoryOverTime, OVER_TIME_TITLE } from '../specs/memory-over-time.ts'
import { finding } from '../specs/rows.ts'
import { blocks, columnsTable, inline, list, table } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { linkFrom, RUNNING_PATH } from '../text/paths.ts'
import { type PageSection, pictureOf, pictureText } from './pictures.ts'

export function memorySection(stored: Stored<Memory>): PageSection {
  const { file } = stored
  const title = scenarios.get(file.scenario)?.title ?? file.scenario
  if (file.protocol.soak) {
    return {
      text: blocks(`## Soak: ${title}`, soakText(file), soakTable(file), list(conditions(stored))),
      pictures: [],
    }
  }
  const name = `memory-over-time-${file.scenario}`
  const overTime = pictureOf(RUNNING_PATH, name, OVER_TIME_TITLE, (theme) => drawMemoryOverTime(file, theme))
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
  return columnsTable(watched(memory), [
    ['server', ({ displayName, summary }) => inline(summary.held ? displayName : `${displayName} ‡`)],
    ['start, MB', ({ summary }) => megabytes(summary.start.median)],
    ['end of the load', ({ summary }) => megabytes(summary.loaded.median)],
    ['peak', ({ summary }) => megabytes(summary.peak.median)],
    ['at rest', ({ summary }) => megabytes(summary.idle.median)],
    ['heap after a collection', ({ summary: { heap } }) => (heap ? megabytes(heap.median) : '')],
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
