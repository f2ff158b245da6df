/** Servers that are correct with one request in flight on a connection, and faulty with several. */
import type { Socket } from 'node:net'
import type { FaultyServers } from './faulty-server.ts'
import type { Handler, Reply } from './user-server.ts'

/** Responds correctly to the only request in flight on a connection under load; chooses replies to several. */
function whenPipelined(choose: (replies: Reply[], socket: Socket) => Reply[]): Handler {
  const pending = new WeakMap<Socket, Reply[]>()
  return ({ loaded, correct, request: { socket } }) => {
    if (!loaded) return correct
    const first = pending.get(socket)
    if (first) return void first.push(correct)
    const replies = [correct]
    pending.set(socket, replies)
    // The requests of one packet are handled in one turn.
    setImmediate(() => {
      pending.delete(socket)
      for (const reply of replies.length > 1 ? choose(replies, socket) : replies)
        socket.write(responseText(reply))
    })
    return undefined
  }
}

const responseText = ({ status, body }: Reply) =>
  `HTTP/1.1 ${status} \r\ndate: ${new Date().toUTCString()}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

export const pipelined: FaultyServers = {
  'answers-the-last-first': {
    description: 'responds out of order to requests that are in flight together on a connection',
    respond: whenPipelined((replies) => replies.toReversed()),
    pipelining: 4,
    disqualified:
      /^responded out of order: \d+ of \d+ responses came after that of a later request, with 4 in flight per connection$/,
  },
  'drops-pipelined': {
    description: 'ignores the requests that come behind another one',
    respond: whenPipelined((replies) => replies.slice(0, 1)),
    pipelining: 4,
    disqualified:
      /^lost \d+ pipelined requests: it responded only to later ones, with 4 in flight per connection$/,
  },
  'closes-when-pipelined': {
    description: 'responds to the first of several requests, and closes the connection',
    respond: whenPipelined(([first], socket) => {
      setImmediate(() => socket.end())
      return first ? [first] : []
    }),
    pipelining: 4,
    disqualified:
      /^lost \d+ pipelined requests: it closed \d+ connections, with 4 in flight per connection$/,
  },
}
