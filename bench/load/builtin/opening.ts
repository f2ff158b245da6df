/** Opens the connections of a load before it begins. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './connection.ts'

/**
 * Seconds for the server to accept new connections before the first requests. Node accepts one connection per turn of its
 * event loop; if each turn also handled requests, a slow server would need seconds for a hundred connections.
 */
const ACCEPT_TIME = 0.03

/** Opens all closed connections; returns how many could not be opened. */
export async function openAll(connections: readonly Connection[]): Promise<number> {
  const closed = connections.filter(({ isOpen }) => !isOpen)
  await Promise.all(closed.map((connection) => connection.open()))
  if (closed.length > 0) await sleep(ACCEPT_TIME * 1000)
  // The server may have closed an idle connection during the wait.
  const missing = connections.filter(({ isOpen }) => !isOpen)
  const opened = await Promise.all(missing.map((connection) => connection.open()))
  return opened.filter((isOpen) => !isOpen).length
}
