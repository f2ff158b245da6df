/**
 * Ports for servers that are polled before they listen. They must be below the ephemeral range: otherwise a polling connection
 * may get the server's port as its own, connect to itself, and so take the port from the server.
 */
import { contentsOf } from '../../host/proc.ts'
import { freePort } from '../../host/server-process.ts'

/** Five digits, and above well-known ports. */
const LOWEST = 10_240
const USUAL_RANGE = 32_768

/** Returns a free port below the ephemeral range. */
export async function quietPort(): Promise<number> {
  const ephemeral = Number.parseInt(contentsOf('/proc/sys/net/ipv4/ip_local_port_range'), 10) || USUAL_RANGE
  const end = Math.max(LOWEST + 1_000, ephemeral)
  for (;;) {
    try {
      return await freePort(LOWEST + Math.floor(Math.random() * (end - LOWEST)))
    } catch {
      // It is in use.
    }
  }
}
