/** Open-loop loads of a server in this process. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { QUANTILE_NAMES } from '../../shared/probes/latency.ts'
import { prepareOpen } from '../load/builtin/builtin.ts'
import type { OpenLoad, OpenReport } from '../load/open.ts'
import { correctResponse, readBody, sendJson, serve } from './fixtures.ts'

export type Respond = (
  response: ServerResponse,
  right: () => void,
  request: IncomingMessage,
  index: number,
) => void

export const atOnce: Respond = (_response, right) => right()

/** Starts a server in this process, and prepares a session to load it. */
export async function prepare(t: TestContext, respond: Respond = atOnce, connections = 20) {
  const bodies: string[] = []
  const { port } = await serve(t, async (request, response) => {
    const body = await readBody(request)
    const { json, status } = correctResponse(body)
    if (status === 200) bodies.push(body)
    respond(response, () => sendJson(response, status, json), request, bodies.length)
  })
  const session = await prepareOpen(
    { scenario: 'update-user', wire: 'plain', connections, seed: 9, polling: true },
    null,
  )
  t.after(() => session.close())
  return { port, session, bodies }
}

export const plan: OpenLoad = { rate: 500, seconds: 0.5, seed: 1 }

export function assertWhole({
  scheduled,
  completed,
  failed,
  unsent,
  latency,
  least,
}: OpenReport): void {
  assert.equal(completed + failed + unsent, scheduled)
  for (const name of QUANTILE_NAMES) {
    const [low, high] = [least[name] ?? Infinity, latency[name] ?? Infinity]
    assert.ok(low <= high, `${low} exceeds ${high}`)
  }
}
