/**
 * Ports for servers that are polled before they listen. They must be below the ephemeral range: otherwise a polling connection
 * may get the server's port as its own, connect to itself, and so take the port from the server.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { HOST } from '../../host/server-process.ts'

/** Five digits, and above well-known ports. */
const LOWEST = 10_240
const USUAL_RANGE = 32_768

/** Returns a free port below the ephemeral range. */
export async function quietPort(): Promise<number> {
  const end = Math.max(LOWEST + 1_000, ephemeralStart())
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (end - LOWEST))
    const probe = createServer().listen(port, HOST)
    try {
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
      return port
    } catch {
      // It is in use.
    }
  }
}

function ephemeralStart(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return USUAL_RANGE
  }
}
