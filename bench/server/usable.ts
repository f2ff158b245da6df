/** Checks that the machine has what a measurement needs, so that no server is blamed for what it lacks. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { contentsOf } from '../processes/proc.ts'
import { scratch } from '../processes/scratch.ts'
import { HOST, portOf } from './server-process.ts'

/** Files that a process of a run has open beside its connections: fewer than 40 were seen. */
const OWN_FILES = 40
/** Bytes; a server's output may have as many. */
const OUTPUT = 64_000

/**
 * @param connections that a process keeps open
 * @throws Unmeasurable that says what the machine lacks, and how to have it
 */
export async function assertUsable(connections = 0): Promise<void> {
  assertFiles(connections, contentsOf('/proc/self/limits'))
  try {
    using directory = scratch('bench-usable-')
    writeFileSync(join(directory.path, 'output'), ' '.repeat(OUTPUT))
  } catch (error) {
    throw new Unmeasurable(
      `cannot write to the temporary folder ${tmpdir()}: ${messageOf(error)}; create it, free some space, or set TMPDIR`,
    )
  }
  try {
    await connectToSelf()
  } catch (error) {
    throw new Unmeasurable(
      `${HOST} cannot be reached: ${messageOf(error)}; bring the loopback interface up: ip link set lo up`,
    )
  }
}

/** @param limits contents of `/proc/<pid>/limits`; empty elsewhere */
export function assertFiles(connections: number, limits: string): void {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  const least = connections + OWN_FILES
  if (limit >= least) return
  throw new Unmeasurable(
    `a process may open only ${limit} files, but with ${connections} connections it needs ${least}: raise the limit: ulimit -n ${2 ** Math.ceil(Math.log2(least))}`,
  )
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 2_000

async function connectToSelf(): Promise<void> {
  const listener = createServer((socket) => socket.destroy())
  try {
    const port = await portOf(listener)
    const socket = connect({ port, host: HOST })
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT) })
    socket.destroy()
  } finally {
    listener.close()
  }
}

/** Does work for a server. @throws Unmeasurable in place of its error, if the machine is the reason */
export async function onUsableMachine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await assertUsable()
    throw error
  }
}
