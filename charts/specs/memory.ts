/** The chart of memory: at its peak under the same load for all, with what was held before, at rest and after a collection. */
import { grouped } from '../../shared/basics/text.ts'
import type { Memory, MemoryServer, MemorySummary } from '../../shared/result/memory.ts'
import { renderSvg } from '../drawing/render.ts'
import { type Theme, type ThemeName, themes } from '../drawing/theme.ts'
import { placeLine } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { drawBars } from './bars.ts'
import type { Layer } from './layer.ts'
import { type Row, rowOf } from './rows.ts'
import { outOf, shortList } from './short-list.ts'

export const MEMORY_TITLE = 'Memory under the same load'

export type Watched = MemoryServer & { summary: MemorySummary }

/** The servers that have a figure, the least at its peak first. */
export function watched({ servers }: Pick<Memory, 'servers'>): Watched[] {
  return servers
    .flatMap((server) => (server.summary ? [{ ...server, summary: server.summary }] : []))
    .sort((a, b) => a.summary.peak.median - b.summary.peak.median || (a.name < b.name ? -1 : 1))
}

interface MemoryRow extends Row {
  /** Megabytes. */
  start: number
  idle: number
  heap: number | null
}

/** A row a server; megabytes. */
export function memoryRows(memory: Pick<Memory, 'servers'>): MemoryRow[] {
  return shortList(watched(memory)).map((server) => {
    const { summary } = server
    const value = summary.peak.median / 1e6
    const [start, idle] = [summary.start.median / 1e6, summary.idle.median / 1e6]
    const heap = summary.heap ? summary.heap.median / 1e6 : null
    return {
      ...rowOf(server, summary.held ? '' : '‡'),
      value,
      low: value,
      high: value,
      figure: `${significant(value)} MB`,
      aside: significant(start),
      more: [significant(idle), heap === null ? '' : significant(heap)],
      start,
      idle,
      heap,
    }
  })
}

export function drawMemory(memory: Memory, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const rows = memoryRows(memory)
  const drawing = drawBars(
    {
      title: MEMORY_TITLE,
      subtitle: `Lower is better. Bars: the most that was resident. Marks: circle, after the first right answer; diamond, at rest after the load; triangle, JavaScript’s heap after a collection.${outOf(rows, watched(memory))}`,
      rows,
      axis: 'megabytes',
      headings: ['peak', 'start', 'at rest', 'heap'],
      shape: 'bar and whisker',
    },
    theme,
  )
  // What drawBars makes has layers.
  const spec = drawing.spec as unknown as { layer: Layer[] }
  const end = Math.max(...rows.map(({ value, idle }) => Math.max(value, idle)), 1)
  const marked = {
    ...drawing,
    spec: { ...drawing.spec, layer: [...spec.layer, ...marks(end, theme)] },
  } as typeof drawing
  return renderSvg(marked, memoryCaption(memory), theme)
}

/** @param end of the axis, in megabytes */
function marks(end: number, theme: Theme): Layer[] {
  const shapes = [
    ['start', 'circle'],
    ['idle', 'diamond'],
    ['heap', 'triangle-up'],
  ] as const
  return shapes.map(([field, shape]) => ({
    transform: [{ filter: `datum.${field} !== null` }],
    mark: { type: 'point', shape, filled: true, size: 55, opacity: 1, fill: theme.text, stroke: theme.background },
    encoding: {
      y: { field: 'name', type: 'nominal', sort: null, axis: null },
      x: { field, type: 'quantitative', scale: { domain: [0, end], nice: false, zero: true } },
    },
  }))
}

const SLOWER = '‡ slower: it did not hold the rate, so that it did less in the same time than the others.'

function memoryCaption(memory: Memory): string[][] {
  const isSlower = watched(memory).some(({ summary }) => !summary.held)
  return [...(isSlower ? [[SLOWER]] : []), memoryConditions(memory)]
}

/** Footnotes of the marks that stand on names, as Markdown. */
export function memoryFootnotes(memory: Memory): string[] {
  const slower = watched(memory).flatMap(({ displayName, summary }) => (summary.held ? [] : [displayName]))
  return slower.length > 0 ? [`${SLOWER.slice(0, -1)}: ${slower.join(', ')}`] : []
}

/** What was watched when, on what and how, as two paragraphs. */
export function memoryConditions(memory: Memory): string[] {
  const { rate, loadSeconds, connections, idleSeconds, processes, sideBySide, soak, seed } = memory.protocol
  return [
    placeLine(memory),
    [
      `${grouped(rate)} requests/s at equal distances on ${connections} connections for ${loadSeconds} s: ${grouped(rate * loadSeconds)} requests`,
      ...(soak ? ['garbage collected at each point'] : []),
      `${idleSeconds} s of rest`,
      `${processes} fresh ${processes === 1 ? 'process' : 'processes'} of each server, ${sideBySide} servers side by side`,
      `seed ${seed}`,
    ].join(' · '),
  ]
}
