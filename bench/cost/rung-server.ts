/**
 * A rung of the cost ladder: update-user on bare `node:http`, as far as that rung goes. What it makes is kept until the next
 * request, so that no compiler can leave it out; up to the last rung every answer is the same text, as long as an ordinary
 * one. It loads nothing of the suite but that text, since whatever else a program holds adds to what its requests cost.
 * `node rung-server.ts <rung> <file of steps>`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { Steps } from '../../shared/models/steps.ts'
import { ANSWER_TEXT } from './answer.ts'

const [rung, file] = [Number(process.argv[2]), process.argv[3]]
const steps: Steps | null = file ? (await import(pathToFileURL(file).href)).steps : null

/** What the last request was made into. */
let made: unknown

function send(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

function receive(request: IncomingMessage, use: (text: string) => void) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => use(Buffer.concat(chunks).toString()))
}

function receiveJson(request: IncomingMessage, response: ServerResponse, use: (body: unknown) => void) {
  receive(request, (text) => {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return send(response, 400, '{"error":"Malformed JSON"}')
    }
    use(body)
  })
}

function refuse(response: ServerResponse, { allErrors, firstError }: Steps, body: unknown) {
  const issues = allErrors?.(body) ?? firstError?.(body)
  send(response, 400, JSON.stringify({ error: 'Invalid user', issues }))
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

function answer(response: ServerResponse, value: unknown) {
  made = value
  send(response, 200, ANSWER_TEXT)
}

/** The rungs that are the same for all libraries. */
const common: Handler[] = [
  (_request, response) => answer(response, null),
  (request, response) => receive(request, (text) => answer(response, text)),
  (request, response) => receiveJson(request, response, (body) => answer(response, body)),
]

function ownRungs(own: Steps): Handler[] {
  const parsed =
    (use: (response: ServerResponse, user: NonNullable<ReturnType<Steps['parse']>>) => void): Handler =>
    (request, response) =>
      receiveJson(request, response, (body) => {
        const user = own.parse(body)
        if (user === null) return refuse(response, own, body)
        use(response, user)
      })
  return [
    (request, response) =>
      receiveJson(request, response, (body) => {
        if (!own.validate(body)) return refuse(response, own, body)
        answer(response, body)
      }),
    parsed(answer),
    parsed((response, user) => {
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      answer(response, user)
    }),
    parsed((response, user) => {
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      made = user
      send(response, 200, own.stringify(user))
    }),
  ]
}

const handler = [...common, ...(steps ? ownRungs(steps) : [])][rung]
if (!handler) throw new Error(`no rung ${process.argv[2]}, or no steps for it`)

const server = createServer((request, response) => {
  const isCall = request.method === 'POST' && request.url === '/updateUser'
  if (isCall) return handler(request, response)
  send(response, 404, JSON.stringify({ error: 'Not Found', last: typeof made }))
})

server.listen(Number(process.env.PORT), process.env.HOST)
