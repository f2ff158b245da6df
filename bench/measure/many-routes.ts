/**
 * Files of many routes: each route is `update-user` with a number and a validator of its own. A server that registers one
 * only, or one for all, has not done the work.
 */
import { shortened } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { carries, encodeCall, wires } from '../../shared/wires/wires.ts'
import { MANY_ROUTES, type ServerFolder } from '../folders/servers.ts'
import { TrialFailure } from '../server/trial-failure.ts'
import { HttpClient } from '../verify/http.ts'

/** Milliseconds: the first call of a route may compile its validator, with V8's compilers off. */
const TIMEOUT = 30_000

const USER = { id: 7, name: 'Ada', surname: 'Byron', lastUpdate: '2024-05-05T10:20:30.000Z' }
const EXPECTED = { ...USER, lastUpdate: '2024-06-05T10:20:30.000Z' }
const INVALID = { ...USER, lastUpdate: 'not-a-date' }

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
export async function callEachRoute(
  port: number,
  server: ServerFolder,
  routes: number,
): Promise<void> {
  using client = new HttpClient(port, TIMEOUT)
  for (let route = 1; route <= routes; route++)
    await assertRouteResponse(client, server, route, routes)
}

/**
 * Checks that the first, the middle and the last route respond and validate, and that there is none behind the last.
 * @throws TrialFailure of phase `start` that names the first route that is not as it must be
 */
export async function assertRoutes(
  port: number,
  server: ServerFolder,
  routes: number,
): Promise<void> {
  using client = new HttpClient(port, TIMEOUT)
  for (const route of new Set([1, Math.ceil(routes / 2), routes])) {
    await assertRouteResponse(client, server, route, routes)
    const { status, shown } = await call(client, server, route, INVALID)
    if (status < 400 || status >= 500)
      fail(`route ${route} of ${routes} responds to a user without a date with ${shown}`)
  }
  const { status, shown } = await call(client, server, routes + 1, USER)
  if (status === 200) fail(`there are ${routes} routes, but one more responds with ${shown}`)
}

async function assertRouteResponse(
  client: HttpClient,
  server: ServerFolder,
  route: number,
  routes: number,
): Promise<void> {
  const { status, bytes, shown } = await call(client, server, route, USER)
  const isCorrect =
    status === 200 && carries(wires[server.manifest.wire], manyRoutes(route).route, bytes, EXPECTED)
  if (!isCorrect) fail(`route ${route} of ${routes} responds with ${shown}`)
}

/** Returns the response of a route, also as text; status 0 without one. */
async function call(client: HttpClient, { manifest }: ServerFolder, route: number, user: object) {
  const item = { id: 'user', json: JSON.stringify(user) }
  const outcome = await client.send(encodeCall(wires[manifest.wire], manyRoutes(route).route, item))
  if (!outcome.responded) return { status: 0, bytes: Buffer.alloc(0), shown: outcome.reason }
  const { status, body, bytes } = outcome
  return { status, bytes, shown: `status ${status} and ${shortened(body)}` }
}

function fail(reason: string): never {
  throw new TrialFailure('start', reason)
}
