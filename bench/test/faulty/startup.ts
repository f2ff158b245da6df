/** Servers that pretend to have started. */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FaultyServers } from './faulty-server.ts'
import { broken, type Call, honest, mark, ok, sendResponse, serve } from './user-server.ts'

/** Milliseconds of delay. */
export const LATE = 300
/** Number of wrong first responses. */
export const WRONG = 3

export const startup: FaultyServers = {
  'starts-honestly': {
    description: 'starts correctly',
    run: () => serve(),
  },
  'listens-too-early': {
    description: 'accepts connections at once, and responds later',
    run() {
      serve((call) => {
        setTimeout(() => sendResponse(call.response, honest(call)), LATE)
        return undefined
      })
    },
  },
  'wrong-at-first': {
    description: 'responds at once, and correctly from the fourth response on',
    run() {
      serve((call) => (call.count <= WRONG ? broken : honest(call)))
    },
  },
  'never-right': {
    description: 'never responds correctly',
    run() {
      const user = { id: 1, name: 'Ann', surname: 'Lee', lastUpdate: '2024-02-01T00:00:00.000Z' }
      serve(({ response }) => {
        // Delayed, since the next attempt follows at once and would keep it busy.
        setTimeout(() => sendResponse(response, ok(user)), 100)
        return undefined
      })
    },
    disqualified:
      /^no correct response within [\d.]+ s: a wrong response: expected \{"id":.*, got status 200 and \{"id":1,/,
  },
  'accepts-only': {
    description: 'accepts connections, and never responds',
    run: () => serve(() => undefined),
    disqualified:
      /^no correct response within [\d.]+ s: accepts connections, but does not respond$/,
  },
  'fails-the-second-time': {
    description: 'starts once',
    run() {
      if (existsSync(join(tmpdir(), 'started'))) throw new Error('the database is locked')
      mark('started')
      serve()
    },
    disqualified:
      /^exited with status 1: Error: the database is locked \(update-user\.ts:\d+:\d+\)$/,
  },
}

/** Servers that pretend to have many routes, in a file for them. */
export const routes: Record<string, { run(): void; disqualified: RegExp | null }> = {
  'has-its-routes': { run: () => serveRoutes((route) => route <= number()), disqualified: null },
  'has-the-last-route': {
    run: () => serveRoutes((route) => route === number()),
    disqualified: /^route 1 of 3 responds with status 404 /,
  },
  'has-one-for-all': {
    run: () => serveRoutes(() => true),
    disqualified: /^there are 3 routes, but one more responds with status 200 /,
  },
  'validates-nothing': {
    run: () =>
      serveRoutes(
        (route) => route <= number(),
        ({ body }) => ok(advanced(JSON.parse(body))),
      ),
    disqualified: /^route 1 of 3 responds to a user without a date with status 200 /,
  },
}

const number = () => Number(process.env.ROUTES)

function advanced(user: { lastUpdate: string }) {
  const date = new Date(user.lastUpdate)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return { ...user, lastUpdate: Number.isNaN(date.getTime()) ? null : date }
}

function serveRoutes(
  has: (route: number) => boolean,
  respond: (call: Pick<Call, 'body'>) => ReturnType<typeof honest> = honest,
): void {
  createServer((request, response) => {
    const route = Number(/^\/updateUser(\d+)$/.exec(request.url ?? '')?.[1])
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () =>
      sendResponse(response, has(route) ? respond({ body }) : { status: 404, body: '{}' }),
    )
  }).listen(Number(process.env.PORT), process.env.HOST)
}
