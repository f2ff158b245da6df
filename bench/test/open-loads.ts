/** Open loads of a server in this process. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { QUANTILE_NAMES } from '../../charts/instruments/latency/format.ts'
import { prepareOpen } from '../load/builtin/builtin.ts'
import type { OpenLoad, OpenReport } from '../load/open.ts'
import { readBody, rightAnswer, sendJson, serve } from './fixtures.ts'

export type Answer = (response: ServerResponse, right: () => void, request: IncomingMessage, index: number) => void

export const atOnce: Answer = (_response, right) => right()

/** A server in this process, and a session to load it with. */
export async function prepare(t: TestContext, answer: Answer = atOnce, connections = 20) {
  const bodies: string[] = []
  const { port } = await serve(t, async (request, response) => {
    const body = await readBody(request)
    const { json, status } = rightAnswer(body)
    if (status === 200) bodies.push(body)
    answer(response, () => sendJson(response, status, json), request, bodies.length)
  })
  const session = await prepareOpen(
    { scenario: 'update-user', wire: 'plain', connections, pipelining: 1, seed: 9, polling: true },
    null,
  )
  t.after(() => session.close())
  return { port, session, bodies }
}

export const plan: OpenLoad = { arrivals: 'poisson', rate: 500, seconds: 0.5, seed: 1 }

export function assertWhole({ scheduled, completed, failed, unsent, latency, least }: OpenReport): void {
  assert.equal(completed + failed + unsent, scheduled)
  for (const name of QUANTILE_NAMES) {
    const [low, high] = [least[name] ?? Infinity, latency[name] ?? Infinity]
    assert.ok(low <= high, `${low} is more than ${high}`)
  }
}
