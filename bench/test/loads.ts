/** Loads of a server in this process. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { QUANTILE_NAMES } from '../../shared/probes/latency.ts'
import { prepareOpen } from '../load/builtin/builtin.ts'
import type { OpenLoad, OpenReport } from '../load/open-load.ts'
import { type Call, type Handler, honest } from './faulty/user-server.ts'
import { portOf } from './fixtures.ts'

/** Starts a server that keeps its calls. */
export async function keepingCalls(t: TestContext, respond: Handler = honest) {
  const calls: Call[] = []
  const port = await portOf(t, (call) => {
    calls.push(call)
    return respond(call)
  })
  return { port, calls }
}

/** Asserts that no body of a valid call was sent twice. */
export function assertUnrepeated(calls: readonly Call[]): void {
  const bodies = calls.flatMap(({ correct, body }) => (correct.status === 200 ? [body] : []))
  assert.equal(new Set(bodies).size, bodies.length, 'no body is sent twice')
}

/** Starts a server in this process, and prepares a session to load it. */
export async function prepare(t: TestContext, respond?: Handler, connections = 20) {
  const session = await prepareOpen(
    { scenario: 'update-user', wire: 'plain', connections, seed: 9, polling: true },
    null,
  )
  t.after(() => session.close())
  return { ...(await keepingCalls(t, respond)), session }
}

export const plan: OpenLoad = { rate: 500, seconds: 0.5, seed: 1 }

export function assertWhole(report: OpenReport): void {
  const { scheduled, completed, failed, unsent, latency, least } = report
  assert.equal(completed + failed + unsent, scheduled)
  for (const name of QUANTILE_NAMES) {
    const [low, high] = [least[name] ?? Infinity, latency[name] ?? Infinity]
    assert.ok(low <= high, `${low} exceeds ${high}`)
  }
}
