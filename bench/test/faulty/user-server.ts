/** A small correct server of `update-user`. Each faulty server of this directory changes one thing about it. */
import { writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Invalid } from '../../../shared/models/invalid.ts'
import { parseUser, type User } from '../../../shared/models/user.ts'

export interface Answer {
  status: number
  body: string
  headers?: OutgoingHttpHeaders
}

export interface Call {
  body: string
  headers: IncomingHttpHeaders
  /** Calls so far, including this one. */
  count: number
  /** Whether more connections are open than the contract uses. */
  loaded: boolean
  /** Number of open connections. */
  open: number
  response: ServerResponse
}

/** Number of connections that only a load exceeds. */
const LOAD = 5

/** Starts the server. A call without a response is left pending. */
export function serve(
  answer: (call: Call) => Answer | undefined = honest,
  port = Number(process.env.PORT),
): Server {
  let count = 0
  let open = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      if (request.url !== '/updateUser' || request.method !== 'POST')
        return sendAnswer(response, { status: 404, body: '{}' })
      const given = answer({
        body,
        headers: request.headers,
        count: ++count,
        loaded: open > LOAD,
        open,
        response,
      })
      if (given) sendAnswer(response, given)
    })
  })
  server.on('connection', (socket) => {
    open++
    socket.on('close', () => open--)
  })
  return server.listen(port, process.env.HOST)
}

export function sendAnswer(response: ServerResponse, { status, body, headers }: Answer): void {
  const length = { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, headers ?? { 'content-type': 'application/json', ...length })
  response.end(body)
}

export function honest({ body }: Pick<Call, 'body'>): Answer {
  return honestTo(parse(body))
}

function honestTo(json: unknown): Answer {
  const user = parseUser(json)
  return user instanceof Invalid ? rejected(user) : ok(advance(user))
}

/** Accepts any date that `new Date()` reads; otherwise correct. */
export function takesAnyDate(call: Pick<Call, 'body'>): Answer {
  const json = parse(call.body) as { lastUpdate: string } | null | undefined
  const given: unknown = json?.lastUpdate
  const date = new Date(
    typeof given === 'object' && given !== null ? Number.NaN : (given as string),
  )
  return honestTo(Number.isNaN(date.getTime()) ? json : { ...json, lastUpdate: date.toISOString() })
}

export function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export function advance(user: User): User {
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
}

export function ok(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) }
}

export function rejected({ fields }: Invalid): Answer {
  return { status: 400, body: JSON.stringify({ error: 'Invalid user', fields }) }
}

export const broken: Answer = { status: 500, body: '{"error":"Internal Server Error"}' }

/** Signals an event to a test by a file in the temporary directory. */
export function mark(what: string): void {
  writeFileSync(join(tmpdir(), what), '')
}
