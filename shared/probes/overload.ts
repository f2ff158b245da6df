/**
 * Goodput, losses, memory and recovery under loads around each server's capacity, by two kinds of clients, each a part of a server.
 * Values at a multiple have ids such as `goodput@1.5`.
 */

import { z } from 'zod'
import { inWords, listed, plural } from '../basics/text.ts'
import { count, positive } from '../format/fields.ts'
import type { LineChart } from '../probe/chart.ts'
import {
  type Contents,
  columnOf,
  hasValues,
  type Metric,
  type Probe,
  rowsOf,
  type Table,
} from '../probe/probe.ts'
import { Drawn, whyTooSmall } from '../probe/protocol.ts'
import { titleOf } from '../scenarios/scenarios.ts'
import { mapEstimate } from '../stats/estimate.ts'
import { rateText, significant } from '../text/numbers.ts'
import {
  type Figure,
  figureAt,
  LOSSES,
  type Loss,
  missingAt,
  REASONS,
  worstOf,
} from './overload/figures.ts'

const LOSS_NAMES = Object.keys(LOSSES) as Loss[]

/** Kinds of clients. */
export const CLIENTS = ['unlimited', 'pool'] as const

type Clients = (typeof CLIENTS)[number]

const HEADINGS: Record<Clients, string> = {
  unlimited: 'A new connection whenever none is free',
  pool: 'A pool of open connections',
}

/** Lowest goodput in the chart, in percent: its axis is logarithmic. */
const FLOOR = 1

const Protocol = Drawn.extend({
  multiples: z.array(positive),
  patience: positive,
  beforeSeconds: positive,
  seconds: positive,
  afterSeconds: positive,
  mostConnections: count,
  // Older files have no pool.
  pool: positive.optional(),
})

const multiplesOf = ({ protocol }: Contents) => (protocol as z.infer<typeof Protocol>).multiples
const highestOf = (file: Contents) => Math.max(...multiplesOf(file))

const atMultiple = (
  title: string,
  figure: Figure,
  multiple: number,
  more: Partial<Metric> = {},
): Metric => ({
  id: `${figure}@${multiple}`,
  title,
  digits: 2,
  interval: 'behind',
  better: 'lower',
  when: (file) => multiplesOf(file).includes(multiple),
  value: (server) => figureAt(server, multiple, figure),
  marks: (server) => missingAt(server, multiple),
  ...more,
})

export const overload: Probe = {
  name: 'overload',
  title: 'Overload',
  sentence: 'how much servers still handle in time at up to twice their capacity',
  about:
    'Clients send more than a server can handle, and give up when a response takes too long. Goodput is the rate of correct responses in time, relative to the capacity that a closed loop shows. A figure is the median of fresh processes, followed by its 95% interval. Memory is relative to memory at the lowest load.',
  byScenario: true,
  timed: true,
  whyUnpublished: whyTooSmall({ processes: 5, seconds: 2 }),
  protocol: Protocol,
  parts: CLIENTS.map((part) => ({ part })),
  metrics: [
    { id: 'capacity', title: 'capacity, requests/s', format: rateText },
    ...[1, 1.5, 2].map((multiple) =>
      atMultiple(`goodput at ${multiple}×, %`, 'goodput', multiple, { better: 'higher' }),
    ),
    ...LOSS_NAMES.map((loss) =>
      atMultiple(`${LOSSES[loss]} at 2×, %`, loss, 2, {
        when: hasValues(`${loss}@2`),
      }),
    ),
    atMultiple('p99 of goodput at 1.5×, ms', 'p99', 1.5),
    atMultiple('memory at 2×, relative', 'memory', 2),
    atMultiple('recovery after 2×, ms', 'recovery', 2, {
      format: (value) => (Number.isFinite(value) ? String(value) : '∞'),
    }),
  ],
  tables,
  order: (file) => [atMultiple('goodput', 'goodput', highestOf(file), { better: 'higher' })],
  lead: (stored) =>
    stored
      .flatMap(({ file }) =>
        partsIn(file).map(
          (part) =>
            `**${titleOf(file.scenario ?? '')}, ${uncapitalized(HEADINGS[part])}: ${uncapitalized(outcomeOf(file, part))}.**`,
        ),
      )
      .join('\n\n'),
  charts: (file) => partsIn(file).map((part) => chartOf(file, part)),
  notes(file) {
    const missing = new Set<string>(
      rowsOf(overload, file).flatMap((server) =>
        multiplesOf(file).map((multiple) => missingAt(server, multiple)),
      ),
    )
    const overloads = multiplesOf(file).filter((multiple) => multiple > 1)
    const notCompared = partsIn(file).flatMap((part) => {
      const names = rowsWith(file, part)
        .filter((row) => !worstOf(row, overloads))
        .map(({ displayName }) => displayName)
      return names.length > 0 ? [`${uncapitalized(HEADINGS[part])}: ${names.join(', ')}`] : []
    })
    return [
      ...(notCompared.length > 0
        ? [
            `titles do not compare servers without a figure, or with a process that exceeded its capacity: ${notCompared.join('; ')}`,
          ]
        : []),
      ...Object.entries(REASONS).flatMap(([words, why]) =>
        missing.has(words) ? [`${words}: ${why}`] : [],
      ),
      file.protocol.pool === undefined
        ? 'not measured yet, for want of a machine that passes its health check: a pool of connections, and why requests were lost'
        : 'a request that finds no free connection in the pool fails at once. The pool’s figures show only how a server handles requests; the others also show how it accepts connections',
    ]
  },
  conditions({ protocol }) {
    const {
      patience,
      beforeSeconds,
      seconds,
      afterSeconds,
      processes,
      mostConnections,
      pool,
      seed,
    } = protocol as z.infer<typeof Protocol>
    return [
      `Poisson arrivals: ${seconds} s at each load, preceded by ${beforeSeconds} s and followed by ${afterSeconds} s at half the capacity`,
      `clients give up after ${patience} ms; at most ${mostConnections} connections`,
      ...(pool === undefined
        ? []
        : [`pool size: the number of requests in ${pool * patience} ms at capacity`]),
      plural(processes, 'fresh process', 'fresh processes'),
      `seed ${seed}`,
    ]
  },
}

/** Returns whether the figures of all servers count at all loads. */
export const isWhole = (file: Contents): boolean =>
  file.subjects.every((server) =>
    multiplesOf(file).every((multiple) => missingAt(server, multiple) === ''),
  )

/** Returns up to two tables per kind of clients, each no wider than the page: what was handled, and why the rest was not. */
function tables(file: Contents): Table[] {
  const isLoss = ({ id }: Metric) => LOSS_NAMES.some((loss) => id === `${loss}@2`)
  const columnsOf = (metrics: readonly Metric[]) => metrics.map(columnOf)
  const lost = columnsOf(overload.metrics.filter(isLoss))
  const handled = columnsOf(overload.metrics.filter((metric) => !isLoss(metric)))
  return partsIn(file).flatMap((part) => {
    const rows = rowsWith(file, part)
    const heading = HEADINGS[part]
    const losses = { heading: `${heading}: lost requests`, rows, columns: lost }
    return [{ heading, rows, columns: handled }, ...(hasLosses(file) ? [losses] : [])]
  })
}

/** Older files have only some of the reasons. */
const hasLosses = (file: Contents) => LOSS_NAMES.every((loss) => hasValues(`${loss}@2`)(file))

const rowsWith = (file: Contents, clients: Clients) =>
  rowsOf(overload, file).filter(({ part }) => part === clients)

/** Returns the kinds of clients in a file. */
const partsIn = (file: Contents) => CLIENTS.filter((part) => rowsWith(file, part).length > 0)

function chartOf(file: Contents, clients: Clients): LineChart {
  const { processes, patience } = file.protocol as z.infer<typeof Protocol>
  const points = rowsWith(file, clients).flatMap((row) =>
    multiplesOf(file).flatMap((multiple) => {
      const goodput = figureAt(row, multiple, 'goodput')
      if (!goodput) return []
      const { value, low, high } = mapEstimate(goodput, (share) => Math.max(FLOOR, share))
      return [{ row, at: 100 * multiple, value, low: low ?? value, high: high ?? value }]
    }),
  )
  const isFloored = points.some(({ low }) => low === FLOOR)
  return {
    kind: 'lines',
    name: `${file.scenario}.overload${clients === 'pool' ? '-pool' : ''}`,
    what: 'goodput',
    processes,
    title: outcomeOf(file, clients),
    subtitle: `${HEADINGS[clients]}. Higher is better: correct responses within ${patience} ms as a share of the capacity, by offered load; medians of fresh processes, with 95% intervals. Both axes are logarithmic${isFloored ? `; values below ${FLOOR}% are drawn at ${FLOOR}%` : ''}.`,
    points,
    axes: ['offered, % of the capacity', 'goodput, % of the capacity'],
  }
}

/** Says what the servers do at the worst of the overloads: those that do less than half of it one by one, the others together. */
function outcomeOf(file: Contents, clients: Clients): string {
  const overloads = multiplesOf(file).filter((multiple) => multiple > 1)
  const rows = rowsWith(file, clients)
  const figures = rows.flatMap((server) => worstOf(server, overloads) ?? [])
  const at = `At ${listed(overloads.map(String))} times capacity`
  const percent = (value: number) => `${significant(value, 2)}%`
  const [most, fewer] = [true, false].map((isMost) =>
    figures.filter(({ low }) => low >= 50 === isMost),
  ) as [typeof figures, typeof figures]
  const least = percent(Math.min(...most.map(({ low }) => low)))
  const each = fewer.map(({ name, low, high }, i) => {
    const [from, to] = [percent(low), percent(high)]
    const [verb, of] = i === 0 ? [' handles at worst', ' of its capacity in time'] : ['', '']
    return `${name}${verb} ${from === to ? from : `${from} to ${to}`}${of}`
  })
  if (figures.length === 0) return `Goodput ${uncapitalized(at)}`
  const others = rows.length - figures.length
  const rest = others === 0 ? '' : `; ${inWords(others)} of ${inWords(rows.length)} not compared`
  if (most.length === 0) return `${at}, ${listed(each)}${rest}`
  const number = inWords(most.length)
  if (fewer.length === 0)
    return most.length === 1
      ? `${at}, ${most[0]?.name} handles at least ${least} of its capacity in time${rest}`
      : `${at}, ${others === 0 ? 'all ' : ''}${number} servers handle at least ${least} of their capacity in time${rest}`
  return `${at}, ${listed(each)}; ${number} other${most.length === 1 ? '' : 's'}, at least ${least}${rest}`
}

const uncapitalized = (text: string) => text.replace(/^./, (first) => first.toLowerCase())
