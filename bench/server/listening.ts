/** Waits until a server listens on the port that it was given. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOpenToAll, listeningPorts, listensOn } from '../processes/processes.ts'

/** Milliseconds between checks of the ports on which a server listens. */
const OTHER_PORT = 500

export const OWN_PORT = 'read HOST and PORT from the environment'

interface Listener {
  host: string
  port: number
  mayListenOnAll?: boolean | undefined
  /** Returns the pids of the server and its descendants. */
  tree(): Promise<number[]>
  /** Returns what is missing although it accepts connections, before the words for the port; null if nothing. */
  whyUnready(): string | null
}

/** @throws if it does not listen in time, or on another port or all addresses, or if another process does */
export async function untilListening(
  { host, port, mayListenOnAll, tree, whyUnready }: Listener,
  timeout: number,
  over: AbortSignal,
): Promise<void> {
  const start = performance.now()
  let accepted = false
  let nextLook = start + OTHER_PORT
  while (!over.aborted && performance.now() - start < timeout) {
    accepted = await accepts(host, port)
    if (accepted && whyUnready() === null && listensOn(await tree(), port)) {
      if (!mayListenOnAll && isOpenToAll(port))
        throw new Error(`listens on all addresses instead of ${host}: ${OWN_PORT}`)
      return
    }
    if (!accepted && performance.now() > nextLook) {
      await assertNoOtherPort({ host, port, tree })
      nextLook += OTHER_PORT
    }
    await sleep(5)
  }
  const lacks = whyUnready()
  if (accepted && lacks === null)
    throw new Error(`port ${port} belongs to a process that is neither the server nor its child`)
  throw new Error(`${lacks ?? 'does not listen on'} port ${port} after ${timeout / 1000} s`)
}

/** @throws if it listens on another port, twice in a row: a server may open several ports at once */
async function assertNoOtherPort({
  host,
  port,
  tree,
}: Pick<Listener, 'host' | 'port' | 'tree'>): Promise<void> {
  const other = async () => listeningPorts(await tree()).find((each) => each !== port)
  if ((await other()) === undefined) return
  await sleep(OTHER_PORT)
  const taken = await other()
  if (taken === undefined || (await accepts(host, port))) return
  throw new Error(`listens on port ${taken} instead of ${port}: ${OWN_PORT}`)
}

/** Milliseconds. The backlog of a listener that accepts nothing may be full. */
const CONNECT_TIMEOUT = 500

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: CONNECT_TIMEOUT })
    const end = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })
}
