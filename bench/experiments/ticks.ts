/**
 * What a tick costs once V8 has forgotten how Node makes its objects: servers counted as they start, with a tick held from the
 * start on, and with all ticks collected at the start.
 */
import { table } from '../../charts/text/markdown.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { grouped } from '../../shared/basics/text.ts'
import { javascriptOf } from '../../shared/result/counts-summary.ts'
import { spreadOf } from '../../shared/result/statistics.ts'
import type { Server } from '../contenders/servers.ts'
import { withHeldTick } from '../cost/parts.ts'
import { inLanes, lanesFor, requestsFor } from '../instructions/count.ts'
import { countProcess } from '../instructions/count-process.ts'
import { readyCounter } from '../instructions/counters.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'

interface Figures {
  /** Of Node, which runs the servers. */
  node: string
  /** Of the counter. */
  version: string
  servers: ({ name: string } & Record<State, number[]>)[]
}

/** Instructions a request of each process, by what its ticks went through before the first request. */
type State = 'asStarted' | 'held' | 'collected'

const NAMES = [
  'http-node',
  'fastify',
  'hono',
  'koa',
  'express',
  'nest-standard',
  'nest-fastify',
  'nest-express',
  'trpc',
  'deepkit-http',
]
/** Of each server in each state. */
const PROCESSES = 2

/** More ticks than V8 waits for before it remembers how they are made; then none of them is alive. */
const COLLECT = `
let left = 20
await new Promise((resolve) => {
  const tick = () => (left-- > 0 ? process.nextTick(tick) : resolve())
  tick()
})
gc()
gc()`

const states: Record<State, (runtime: Server['runtime']) => Server['runtime']> = {
  asStarted: (runtime) => runtime,
  held: withHeldTick,
  collected: ({ args, ...runtime }) => {
    const before = `data:text/javascript,${encodeURIComponent(COLLECT)}`
    return { ...runtime, args: [...args, '--expose-gc', '--import', before] }
  },
}

export const ticks: Experiment<Figures> = {
  name: 'ticks',
  async measure(pinning) {
    const { counter } = await readyCounter()
    const { lanes } = lanesFor(counter, pinning)
    const shared = { counter: counter.kind, ...counter.amounts, processes: PROCESSES, sideBySide: lanes.length }
    const protocol = { ...shared, seed: 1 }
    const counting = { counter, protocol, ring: (server: Server) => requestsFor({ scenario, protocol }, server) }
    const figures = NAMES.map(
      (name) => ({ name, asStarted: [], held: [], collected: [] }) as Figures['servers'][number],
    )
    const servers = serversNamed(...NAMES)
    for (let round = 1; round <= PROCESSES; round++) {
      const due = servers.flatMap((server) => (Object.keys(states) as State[]).map((state) => ({ server, state })))
      await inLanes(lanes, createRandom(round).shuffle(due), async ({ server, state }, cpus) => {
        const counted = await countProcess(counting, { ...server, runtime: states[state](server.runtime) }, cpus)
        figures.find(({ name }) => name === server.name)?.[state].push(javascriptOf(counted))
        console.log(`${round}/${PROCESSES} ${server.name} ${state}: ${grouped(javascriptOf(counted))}`)
      })
    }
    return { node: process.versions.node, version: counter.version(), servers: figures }
  },
  markdown,
}

const percent = (ratio: number) => `${ratio >= 1 ? '+' : ''}${(100 * (ratio - 1)).toFixed(1)}%`

/** Which of the two states a server's processes start in: the nearer one, where they are far enough apart to tell. */
function startsAs({ asStarted, held, collected }: Figures['servers'][number]): string {
  const [low, high] = [spreadOf(held).mean, spreadOf(collected).mean]
  const isLate = asStarted.map((count) => count > (low + high) / 2)
  if (isLate.every(Boolean)) return 'collected'
  return isLate.some(Boolean) ? 'one way or the other' : 'not collected'
}

function markdown({ node, version, servers }: Figures): string {
  const header = ['server', 'as it starts', 'a tick held', 'against it', 'all collected', 'against it', 'it starts']
  const rows = servers.map((server) => {
    const [started, held, collected] = [server.asStarted, server.held, server.collected].map(
      (counts) => spreadOf(counts).mean,
    ) as [number, number, number]
    return [
      `\`${server.name}\``,
      grouped(started),
      grouped(held),
      percent(held / started),
      grouped(collected),
      percent(collected / started),
      startsAs(server),
    ]
  })
  const processes = servers[0]?.held.length ?? 0
  const text = `Instructions a request of \`${scenario.name}\` by Node.js ${node}, ${processes} processes of each server in each state. *As it starts* is the server as it is measured everywhere else; *all collected* is what it costs from the first request on when a full collection at the start finds no tick alive:`
  const aligned = header.map((_, column) => (column === 0 || column === header.length - 1 ? 'left' : 'right'))
  return [text, table(header, rows, aligned as ('left' | 'right')[]), `${version}.`].join('\n\n')
}

await perform(ticks, import.meta.main)
