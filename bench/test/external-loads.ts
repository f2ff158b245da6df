/** Loads a counting server with an external generator. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { externalGenerator, type Tool } from '../load/external.ts'
import type { LoadPlan, LoadReport } from '../load/generator.ts'
import type { Behavior, Seen } from './counting-server.ts'

export const CONNECTIONS = 5
export const plan: LoadPlan = {
  scenario: 'update-user',
  wire: 'plain',
  connections: CONNECTIONS,
  seed: 9,
}
/** Seconds; short, so that the test of time-outs is short. */
const TIMEOUT = 1
/** Every n-th response of a faulty server is faulty. */
export const EVERY = 50

interface Loaded {
  report: LoadReport
  seen: Seen
  events: string[]
  /** Seconds of the load, by the clock of this process. */
  elapsed: number
}

export async function load(tool: Tool, behavior: Behavior, { seconds = 1 } = {}): Promise<Loaded> {
  const server = fork(join(import.meta.dirname, './counting-server.ts'), [behavior, String(EVERY)], {
    stdio: 'inherit',
  })
  try {
    const [{ port }] = await once(server, 'message')
    const session = await externalGenerator(tool, TIMEOUT).prepare(plan, null)
    const events: string[] = []
    const watch = { started: () => events.push('started'), ended: () => events.push('ended') }
    const began = performance.now()
    const report = await session.load(port, seconds, watch).finally(() => session.close())
    const elapsed = (performance.now() - began) / 1000
    server.send('report')
    const [seen] = await once(server, 'message')
    return { report, seen, events, elapsed }
  } finally {
    server.kill()
  }
}
