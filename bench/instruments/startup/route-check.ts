/**
 * Checks a file of many routes: the first, middle and last route respond and validate, and no route follows. This catches a
 * server with a single route or a wildcard.
 */
import type { HttpRequest } from '../../../shared/scenarios/wire.ts'
import { carries, wires } from '../../../shared/scenarios/wire.ts'
import type { ServerFolder } from '../../host/servers.ts'
import { TrialFailure } from '../../host/trial-failure.ts'
import { HttpClient } from '../../verify/http.ts'
import { invalidCall, manyRoutes } from './opening.ts'

const user = { id: 7, name: 'Ada', surname: 'Byron', lastUpdate: '2024-05-05T10:20:30.000Z' }
const expected = { ...user, lastUpdate: '2024-06-05T10:20:30.000Z' }

/** @throws TrialFailure of phase `start` naming the first faulty route */
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
      const response = await send(call(route))
      const isRight = response.status === 200 && carries(wire, manyRoutes(route).route, response.bytes, expected)
      if (!isRight) fail(`route ${route} of ${routes} responds with ${shown(response)}`)
      const rejection = await send(invalidCall(route, manifest.wire))
      const isRejected = rejection.status >= 400 && rejection.status < 500
      if (!isRejected) fail(`route ${route} of ${routes} responds to a user without a date with ${shown(rejection)}`)
    }
    const beyond = await send(call(routes + 1))
    if (beyond.status === 200) fail(`there are ${routes} routes, but one more responds with ${shown(beyond)}`)
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
