/** Has the connections of a load open before it begins. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './connection.ts'

/**
 * Seconds that a server has to accept new connections before the first requests are sent. Node accepts one in a turn of
 * its event loop: with requests in each turn already, a slow server would need seconds for a hundred.
 */
const ACCEPT_TIME = 0.03

/** @returns how many could not be opened */
export async function openAll(connections: readonly Connection[]): Promise<number> {
  const closed = connections.filter(({ isOpen }) => !isOpen)
  await Promise.all(closed.map((connection) => connection.open()))
  if (closed.length > 0) await sleep(ACCEPT_TIME * 1000)
  // One that was open a moment ago may have been closed as idle meanwhile.
  const missing = connections.filter(({ isOpen }) => !isOpen)
  const opened = await Promise.all(missing.map((connection) => connection.open()))
  return opened.filter((isOpen) => !isOpen).length
}
