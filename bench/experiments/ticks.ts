/**
 * Counts the cost of a tick once V8 has discarded the nextTick map. Servers are counted as they start, with the map
 * pinned, and with the map discarded before the first request.
 */
import { table } from '../../charts/text/markdown.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { grouped } from '../../shared/basics/text.ts'
import { javascriptOf } from '../../shared/results/counts-summary.ts'
import { spreadOf } from '../../shared/stats/statistics.ts'
import { countProcess } from '../counters/count-process.ts'
import { AMOUNTS, readyCounter } from '../counters/counter.ts'
import { inLanes, lanesFor } from '../counters/lanes.ts'
import { requestsFor } from '../counters/requests.ts'
import { buildServer } from '../host/build.ts'
import type { Server } from '../host/servers.ts'
import { withPinnedTickMap } from '../variants/runtime.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'

const NAMES = ['http-node', 'fastify', 'hono', 'express', 'nest-express', 'trpc']
/** Processes of each server in each state. */
const PROCESSES = 2

/** Enough ticks for V8 to remember the map, and full collections that find none of them alive. */
const DISCARD = `
let left = 20
await new Promise((resolve) => {
  const tick = () => (left-- > 0 ? process.nextTick(tick) : resolve())
  tick()
})
gc()
gc()`

/** States of the nextTick map before a process's first request. */
const TICK_STATES = ['asStarted', 'pinned', 'discarded'] as const

type TickState = (typeof TICK_STATES)[number]

/** Instructions per request of each of a server's processes, by state. */
interface TickedServer extends Record<TickState, number[]> {
  name: string
}

interface TickFigures {
  /** Version of Node, which runs the servers. */
  node: string
  /** Version of the counter. */
  version: string
  servers: TickedServer[]
}

const states: Record<TickState, (runtime: Server['runtime']) => Server['runtime']> = {
  asStarted: (runtime) => runtime,
  pinned: withPinnedTickMap,
  discarded: ({ args, ...runtime }) => {
    const before = `data:text/javascript,${encodeURIComponent(DISCARD)}`
    return { ...runtime, args: [...args, '--expose-gc', '--import', before] }
  },
}

export const ticks: Experiment<TickFigures> = {
  name: 'ticks',
  async measure(pinning) {
    const counter = await readyCounter()
    const { lanes } = lanesFor(pinning)
    const amounts = { ...AMOUNTS, processes: PROCESSES, sideBySide: lanes.length, seed: 1 }
    const protocol = { counter: 'qemu' as const, ...amounts }
    const counting = { counter, protocol, ring: (server: Server) => requestsFor({ scenario, protocol }, server) }
    const figures = NAMES.map((name) => ({ name, asStarted: [], pinned: [], discarded: [] }) as TickedServer)
    const servers = serversNamed(...NAMES)
    for (const server of servers) await buildServer(server)
    for (let round = 1; round <= PROCESSES; round++) {
      const due = servers.flatMap((server) => TICK_STATES.map((state) => ({ server, state })))
      await inLanes(lanes, createRandom(round).shuffle(due), async ({ server, state }, cpus) => {
        const counted = await countProcess(counting, { ...server, runtime: states[state](server.runtime) }, cpus)
        figures.find(({ name }) => name === server.name)?.[state].push(javascriptOf(counted))
        console.log(`${round}/${PROCESSES} ${server.name} ${state}: ${grouped(javascriptOf(counted))}`)
      })
    }
    return { node: process.versions.node, version: counter.version, servers: figures }
  },
  markdown,
}

const ratioOfExtremes = (counts: readonly number[]) => Math.max(...counts) / Math.min(...counts)
const percent = (ratio: number) => `${ratio >= 1 ? '+' : ''}${(100 * (ratio - 1)).toFixed(1)}%`

function markdown({ node, version, servers }: TickFigures): string {
  const header = ['server', 'as it starts', 'map pinned', 'change', 'map discarded', 'change']
  const rows = servers.map((server) => {
    const mean = (state: TickState) => spreadOf(server[state]).mean
    const against = (state: TickState) => percent(mean(state) / mean('asStarted'))
    return [
      `\`${server.name}\``,
      grouped(mean('asStarted')),
      grouped(mean('pinned')),
      against('pinned'),
      grouped(mean('discarded')),
      against('discarded'),
    ]
  })
  const processes = servers[0]?.pinned.length ?? 0
  const widest = Math.max(...servers.flatMap((server) => TICK_STATES.map((state) => ratioOfExtremes(server[state]))))
  const text = `Instructions per request of \`${scenario.name}\` by Node.js ${node}, ${processes} processes of each server in each state. *As it starts* is how servers are measured everywhere else. For *map discarded* a full GC is forced at the start, at a moment without such an object. Processes of one server in one state differ by up to ${percent(widest).slice(1)}; smaller differences between columns are not significant:`
  const aligned = header.map((_, column) => (column === 0 ? 'left' : 'right'))
  return [text, table(header, rows, aligned), `${version}.`].join('\n\n')
}

await perform(ticks, import.meta.main)
