/** Loads of a server that counts, by generators that are programs of their own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Manner, Seen } from '../load/counting-server.ts'
import { externalGenerator, type Tool } from '../load/external.ts'
import type { LoadPlan, LoadReport } from '../load/generator.ts'

export const CONNECTIONS = 5
export const plan: LoadPlan = {
  scenario: 'update-user',
  wire: 'plain',
  connections: CONNECTIONS,
  pipelining: 1,
  seed: 9,
}
/** Seconds without an answer, so that a test of time-outs is short. */
const TIMEOUT = 1
/** The server answers one request of so many badly, where it does so at all. */
export const EVERY = 50

interface Loaded {
  report: LoadReport
  seen: Seen
  events: string[]
  /** Seconds from the call to its end, by the clock of this process. */
  elapsed: number
}

export async function load(tool: Tool, manner: Manner, { seconds = 1, pipelining = 1 } = {}): Promise<Loaded> {
  const server = fork(join(import.meta.dirname, '../load/counting-server.ts'), [manner, String(EVERY)], {
    stdio: 'inherit',
  })
  try {
    const [{ port }] = await once(server, 'message')
    const session = await externalGenerator(tool, TIMEOUT).prepare({ ...plan, pipelining }, null)
    const events: string[] = []
    const watch = { started: () => events.push('started'), ended: () => events.push('ended') }
    const began = performance.now()
    const report = await session.load(port, seconds, watch).finally(() => session.close())
    const elapsed = (performance.now() - began) / 1000
    server.send('tell')
    const [seen] = await once(server, 'message')
    return { report, seen, events, elapsed }
  } finally {
    server.kill()
  }
}
