/**
 * Whether a file of many routes has what it was asked for: the first, the middle and the last one answer and validate, and
 * there is none behind the last. Who registers one only, or one for all, has not done the work.
 */
import type { HttpRequest } from '../../shared/scenarios/wire.ts'
import { carries, wires } from '../../shared/scenarios/wire.ts'
import type { ServerFolder } from '../contenders/servers.ts'
import { TrialFailure } from '../contenders/trial-failure.ts'
import { HttpClient } from '../contract/http.ts'
import { manyRoutes, refusedCall } from './opening.ts'

const user = { id: 7, name: 'Ada', surname: 'Byron', lastUpdate: '2024-05-05T10:20:30.000Z' }
const expected = { ...user, lastUpdate: '2024-06-05T10:20:30.000Z' }

/** @throws TrialFailure of phase `start` that names the first route that is not as it must be */
export async function assertRoutes(port: number, { manifest }: ServerFolder, routes: number): Promise<void> {
  const client = new HttpClient(port)
  const wire = wires[manifest.wire]
  const send = async (request: HttpRequest) => {
    const outcome = await client.send(request)
    return outcome.answered ? outcome : { status: 0, body: outcome.reason, bytes: Buffer.alloc(0) }
  }
  const call = (route: number) => wire.encode(manyRoutes(route).route, JSON.stringify(user))
  try {
    for (const route of new Set([1, Math.ceil(routes / 2), routes])) {
      const answer = await send(call(route))
      const isRight = answer.status === 200 && carries(wire, manyRoutes(route).route, answer.bytes, expected)
      if (!isRight) fail(`route ${route} of ${routes} answers ${shown(answer)}`)
      const refusal = await send(refusedCall(route, manifest.wire))
      const isRefused = refusal.status >= 400 && refusal.status < 500
      if (!isRefused) fail(`route ${route} of ${routes} answers a user without a date with ${shown(refusal)}`)
    }
    const beyond = await send(call(routes + 1))
    if (beyond.status === 200) fail(`there are ${routes} routes, and one more answers ${shown(beyond)}`)
  } finally {
    client.close()
  }
}

function shown({ status, body }: { status: number; body: string }): string {
  return status === 0 ? body : `status ${status} and ${body.slice(0, 200)}`
}

function fail(reason: string): never {
  throw new TrialFailure('start', reason)
}
