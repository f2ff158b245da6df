/**
 * Ports for servers that are polled before they listen. The system gives the polling side a port of its own from a
 * range: a server's must lie below it, or an attempt may be given just that one, connect to itself, and take the
 * port from the server.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { HOST } from '../../host/server-process.ts'

/** Five digits, and above what well-known services have. */
const LOWEST = 10_240
const USUAL_RANGE = 32_768
const ATTEMPTS = 100

/** A port below the range of those that the system gives out, on which nobody listens. */
export async function quietPort(): Promise<number> {
  const end = Math.max(LOWEST + 1_000, ephemeralStart())
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = LOWEST + Math.floor(Math.random() * (end - LOWEST))
    if (await isFree(port)) return port
  }
  throw new Error(`no free port from ${LOWEST} to ${end - 1}`)
}

function ephemeralStart(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return USUAL_RANGE
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, HOST)
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
