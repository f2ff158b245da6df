/**
 * Files of many routes: each route is `update-user` with a number and a validator of its own. A server that registers one
 * only, or one for all, has not done the work.
 */
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { carries, encodeCall, type HttpRequest, type WireName, wires } from '../../shared/scenarios/wire.ts'
import { MANY_ROUTES, type ServerFolder } from '../host/servers.ts'
import { TrialFailure } from '../host/trial-failure.ts'
import { HttpClient } from '../verify/http.ts'

/** Milliseconds: the first call of a route may compile its validator, with V8's compilers off. */
const PATIENCE = 30_000

const user = { id: 7, name: 'Ada', surname: 'Byron', lastUpdate: '2024-05-05T10:20:30.000Z' }
const expected = { ...user, lastUpdate: '2024-06-05T10:20:30.000Z' }

/** Returns the scenario of one of many routes, which servers implement in a file named `routes`. */
export function manyRoutes(route: number): Scenario {
  const name = `updateUser${route}`
  return {
    ...updateUser,
    name: MANY_ROUTES,
    title: 'Many routes',
    file: MANY_ROUTES,
    route: { ...updateUser.route, path: `/${name}`, procedure: name },
  }
}

/** Calls each route once. @throws TrialFailure of phase `start` that names the first with a wrong response */
export async function callEachRoute(port: number, server: ServerFolder, routes: number): Promise<void> {
  const calls = new Calls(port, server, routes)
  try {
    for (let route = 1; route <= routes; route++) await calls.assertRight(route)
  } finally {
    calls.close()
  }
}

/**
 * Checks that the first, the middle and the last route respond and validate, and that there is none behind the last.
 * @throws TrialFailure of phase `start` that names the first route that is not as it must be
 */
export async function assertRoutes(port: number, server: ServerFolder, routes: number): Promise<void> {
  const calls = new Calls(port, server, routes)
  try {
    for (const route of new Set([1, Math.ceil(routes / 2), routes])) {
      await calls.assertRight(route)
      await calls.assertRejection(route)
    }
    await calls.assertNone(routes + 1)
  } finally {
    calls.close()
  }
}

class Calls {
  readonly #client: HttpClient
  readonly #wire: WireName
  readonly #routes: number

  constructor(port: number, { manifest }: ServerFolder, routes: number) {
    this.#client = new HttpClient(port, PATIENCE)
    this.#wire = manifest.wire
    this.#routes = routes
  }

  async assertRight(route: number): Promise<void> {
    const response = await this.#call(route)
    const isRight =
      response.status === 200 && carries(wires[this.#wire], manyRoutes(route).route, response.bytes, expected)
    if (!isRight) fail(`route ${route} of ${this.#routes} responds with ${shown(response)}`)
  }

  async assertRejection(route: number): Promise<void> {
    const { status, body } = await this.#send(invalidCall(route, this.#wire))
    const isRejected = status >= 400 && status < 500
    if (!isRejected)
      fail(`route ${route} of ${this.#routes} responds to a user without a date with ${shown({ status, body })}`)
  }

  async assertNone(route: number): Promise<void> {
    const response = await this.#call(route)
    if (response.status === 200) fail(`there are ${this.#routes} routes, but one more responds with ${shown(response)}`)
  }

  close(): void {
    this.#client.close()
  }

  #call(route: number) {
    return this.#send(wires[this.#wire].encode(manyRoutes(route).route, JSON.stringify(user)))
  }

  async #send(request: HttpRequest) {
    const outcome = await this.#client.send(request)
    return outcome.answered ? outcome : { status: 0, body: outcome.reason, bytes: Buffer.alloc(0) }
  }
}

/** Returns a call of one of many routes with an invalid date. */
function invalidCall(route: number, wire: WireName): HttpRequest {
  const user = { id: 1, name: 'Ann', surname: 'Lee', lastUpdate: 'not-a-date' }
  return encodeCall(wires[wire], manyRoutes(route).route, { id: 'invalid', json: JSON.stringify(user) })
}

function shown({ status, body }: { status: number; body: string }): string {
  return status === 0 ? body : `status ${status} and ${body.slice(0, 200)}`
}

function fail(reason: string): never {
  throw new TrialFailure('start', reason)
}
