import { setTimeout as sleep } from 'node:timers/promises'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { defaultLimits, type Launch, type Limits, ServerProcess } from './server-process.ts'

/** Milliseconds for the end of a process to be noticed. */
const END_SEEN = 500

/**
 * Does work with a server in a process of its own, which is stopped afterwards.
 * @throws with the server's output if it does not start, ends, or the work fails
 */
export async function withServer<T>(
  launch: Launch,
  { cpus = null, limits = defaultLimits }: { cpus?: number[] | null; limits?: Limits },
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await ServerProcess.start(launch, cpus, limits)
  try {
    return await explained(server, work(server))
  } finally {
    await server.stop(limits)
  }
}

/**
 * Awaits work with a server.
 * @throws Unmeasurable if the machine ended the server
 * @throws Error with how the server ended, or why the work failed, and the server's output
 */
export async function explained<T>(
  server: Pick<ServerProcess, 'exited' | 'withOutput'>,
  work: Promise<T>,
): Promise<T> {
  try {
    return await Promise.race([work, server.exited])
  } catch (error) {
    // The end of a connection is noticed before the end of its process, which explains it.
    const end = server.exited.catch((exit: Error) => exit)
    const reason = await Promise.race([end, sleep(END_SEEN, error as Error)])
    if (reason instanceof Unmeasurable) throw reason
    throw new Error(server.withOutput(reason.message))
  }
}
