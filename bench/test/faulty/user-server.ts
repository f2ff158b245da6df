/** A small correct server of `update-user`. Faulty servers and tests change one thing about it. */
import { writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Invalid } from '../../../shared/models/invalid.ts'
import { parseUser, type UserJson } from '../../../shared/models/user.ts'

export interface Reply {
  status: number
  body: string
  headers?: OutgoingHttpHeaders
}

export interface Call {
  request: IncomingMessage
  response: ServerResponse
  /** Body of the request. */
  body: string
  /** The correct response. */
  correct: Reply
  /** Calls so far, including this one. */
  count: number
  /** Number of open connections. */
  open: number
  /** Whether more connections are open than the contract uses. */
  loaded: boolean
}

/** Responds to a call; leaves it pending without a response. */
export type Handler = (call: Call) => Reply | undefined

/** Number of connections that only a load exceeds. */
const LOAD = 5

export function userServer(respond: Handler = honest): Server {
  let count = 0
  let open = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      if (!isPostTo('/updateUser', request))
        return sendResponse(response, { status: 404, body: '{}' })
      const correct = honest({ body })
      const loaded = open > LOAD
      const given = respond({ request, response, body, correct, count: ++count, open, loaded })
      if (given) sendResponse(response, given)
    })
  })
  return server.on('connection', (socket) => {
    open++
    socket.on('close', () => open--)
  })
}

/** Returns whether a request is a POST to that path, whatever the form of its target. */
export function isPostTo(path: string, { url = '', method }: IncomingMessage): boolean {
  return method === 'POST' && URL.parse(url, 'http://localhost')?.pathname === path
}

/** Starts the server of a process. */
export function serve(respond?: Handler, port = Number(process.env.PORT)): Server {
  return userServer(respond).listen(port, process.env.HOST)
}

export function sendResponse(response: ServerResponse, { status, body, headers }: Reply): void {
  const length = { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, headers ?? { 'content-type': 'application/json', ...length })
  response.end(body)
}

/** Changes the bytes of the correct response on their way to the client. */
export function rewritten({ request, correct }: Call, change: (text: string) => string): Reply {
  const { socket } = request
  const { write } = socket
  const once = (text: string, ...rest: []) => {
    socket.write = write
    return write.call(socket, change(text), ...rest)
  }
  socket.write = once as typeof write
  return correct
}

/** Replaces what Node says about a connection that it keeps. */
export const withConnection =
  (fields: string) =>
  (text: string): string =>
    text.replace('Connection: keep-alive\r\nKeep-Alive: timeout=5', fields)

export const sendJson = (response: ServerResponse, status: number, body: string): void =>
  sendResponse(response, { status, body })

/** Returns a request's body; what came of it, where Node rejects its framing. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {}
  return Buffer.concat(chunks).toString()
}

/** Returns the correct response, in any time zone. */
export function honest({ body }: { body: string }): Reply {
  return honestTo(parse(body))
}

function honestTo(json: unknown): Reply {
  const user = parseUser(json)
  if (user instanceof Invalid)
    return { status: 400, body: JSON.stringify({ error: 'Invalid user', fields: user.fields }) }
  user.lastUpdate.setUTCMonth(user.lastUpdate.getUTCMonth() + 1)
  return ok(user)
}

/** Accepts any date that `new Date()` reads; otherwise correct. */
export function takesAnyDate(call: { body: string }): Reply {
  const json = parse(call.body) as { lastUpdate: string } | null | undefined
  const given: unknown = json?.lastUpdate
  const date = new Date(
    typeof given === 'object' && given !== null ? Number.NaN : (given as string),
  )
  return honestTo(Number.isNaN(date.getTime()) ? json : { ...json, lastUpdate: date.toISOString() })
}

/** Returns the JSON value of a body; undefined if it is none. */
export function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export const ok = (value: unknown): Reply => ({ status: 200, body: JSON.stringify(value) })

export const broken: Reply = { status: 500, body: '{"error":"Internal Server Error"}' }

/** Returns a response with a changed user. */
export function edited(
  { status, body }: Reply,
  change: (user: UserJson & Record<string, unknown>) => void,
): Reply {
  const user = JSON.parse(body)
  change(user)
  return { status, body: JSON.stringify(user) }
}

/** Signals an event to a test by a file in the temporary directory. */
export function mark(what: string): void {
  writeFileSync(join(tmpdir(), what), '')
}
