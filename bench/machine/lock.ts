/**
 * Reserves the machine: any two runs would disturb each other, also those of two checkouts or users. The lock is a listening
 * socket, which the system closes with its process, even after SIGKILL.
 */
import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unmeasurable } from '../../shared/basics/errors.ts'

/** Replaces the lock's name: tests of the suite run beside each other, and measure nothing. */
export const LOCK_NAME = 'BENCH_LOCK'

/** Returns the path of the socket: without a file on Linux, and a pipe on Windows. */
function socketPath(): string {
  const name = process.env[LOCK_NAME] ?? 'rpc-validation-benchmarks'
  if (process.platform === 'linux') return `\0${name}.lock`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}.lock` : `/tmp/${name}.lock`
}

/** Milliseconds between attempts, and for the holder to respond. */
const INTERVAL = 1_000

let lock: Server | undefined
let isWaiting = false

/** Sets whether `lockMachine` waits for other runs or fails. */
export function waitForOthers(wait = true): void {
  isWaiting = wait
}

/**
 * Reserves the machine for this process until `unlockMachine`.
 * @param waits called once if another run holds the lock
 * @throws Unmeasurable if another run holds it and waiting is off
 */
export async function lockMachine(
  waits: (line: string) => void,
  path = socketPath(),
): Promise<void> {
  for (let isFirst = true; ; ) {
    const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
    try {
      await once(server.listen(path), 'listening')
      lock = server.unref()
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    const pid = await holderOf(path)
    if (pid === null) {
      removeSocket(path)
      continue
    }
    const others = `another run measures on this machine (pid ${pid})`
    if (!isWaiting) throw new Unmeasurable(`${others}: try again later, or wait for it with --wait`)
    if (isFirst) waits(`${others}: waiting for it to end`)
    isFirst = false
    await sleep(INTERVAL)
  }
}

/** Returns the pid of the process that listens; null if none does: an ended process has left its socket's file. */
async function holderOf(path: string): Promise<string | null> {
  const socket = connect(path)
  try {
    const [pid] = await once(socket, 'data', { signal: AbortSignal.timeout(INTERVAL) })
    return String(pid)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return ['ECONNREFUSED', 'ENOTSOCK'].includes(code) ? null : 'unknown'
  } finally {
    socket.destroy()
  }
}

/** Removes the socket's file, if it has one, which an ended process has left. @throws Unmeasurable if it is no socket */
function removeSocket(path: string): void {
  if (path.startsWith('\0')) return
  const isOther = statSync(path, { throwIfNoEntry: false })?.isSocket() === false
  if (isOther) throw new Unmeasurable(`${path} is in the way of the lock of runs: remove it`)
  rmSync(path, { force: true })
}

/** Releases the lock, if this process holds it. */
export function unlockMachine(): void {
  lock?.close()
  lock = undefined
}
