import type { Socket } from 'node:net'
import { honest, serve } from '../user-server.ts'

/** Connections under load, in the order of their first calls. */
const connections: (Socket | null)[] = []

serve((call) => {
  if (!call.loaded) return honest(call)
  const { socket } = call.response
  if (!connections.includes(socket)) {
    connections.push(socket)
    return honest(call)
  }
  return connections.indexOf(socket) % 10 === 0 ? honest(call) : undefined
})
