/** Where servers run: all that a trial does on their machine, which is this one unless a run is told otherwise. */
import type { Ending } from '../../shared/result/verdicts.ts'
import { buildServer } from '../contenders/build.ts'
import { type Limits, ServerProcess } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import { findStray, type Stray } from '../machine/affinity.ts'
import type { Pinning } from '../machine/cpus.ts'
import { Rest } from './rest.ts'
import { LocalWatcher, type Watcher } from './watcher.ts'

/** How a server is started. */
interface StartTerms {
  /** Processes that share its port. */
  workers: number
  pinning: Pinning
  limits: Limits
}

export interface ServerHost {
  /** The address that its servers listen on, where it is not this machine's own alone. */
  readonly address?: string
  /** @throws with the reason */
  build(server: Server): Promise<void>
  /** @throws TrialFailure of phase `start` */
  start(server: Server, terms: StartTerms): Promise<HostedServer>
}

/** A server that accepts connections. */
export interface HostedServer {
  /** On its machine. */
  readonly pid: number
  readonly port: number
  /** Milliseconds from spawning to the first accepted connection. */
  readonly startup: number
  /** Rejects when the server exits before it was told to; never resolves. */
  readonly exited: Promise<never>
  /** What it does when nobody asks it. */
  readonly rest: Pick<Rest, 'begin' | 'come'>
  /** The reason, with the end of what the server wrote to stderr. */
  withStderr(reason: string): string
  /** Watches it, and all CPUs of the trial that are on its machine. */
  watcher(): Watcher
  /** One of its processes that may run elsewhere than on those CPUs, if there is one. */
  findStray(cpus: readonly number[]): Promise<Stray | null>
  /** Terminates the server and kills what does not go. Only the first call does; the others tell nothing. */
  stop(limits?: Limits): Promise<Ending>
}

/**
 * This machine.
 * @param address that servers are to listen on, where others are to reach them
 */
export function thisHost(address?: string): ServerHost {
  return {
    ...(address !== undefined && { address }),
    build: buildServer,
    async start(server, { workers, pinning, limits }) {
      const launch = { ...server, workers, ...(address !== undefined && { host: address }) }
      return new LocalServer(await ServerProcess.start(launch, pinning.server, limits), pinning)
    },
  }
}

class LocalServer implements HostedServer {
  readonly rest: Rest
  readonly #process: ServerProcess
  readonly #cpus: readonly number[]

  constructor(process: ServerProcess, { server, generator }: Pinning) {
    this.#process = process
    this.#cpus = [...(server ?? []), ...(generator ?? [])]
    this.rest = new Rest(() => process.tree())
  }

  get pid(): number {
    return this.#process.pid
  }

  get port(): number {
    return this.#process.port
  }

  get startup(): number {
    return this.#process.startup
  }

  get exited(): Promise<never> {
    return this.#process.exited
  }

  withStderr(reason: string): string {
    return this.#process.withStderr(reason)
  }

  watcher(): Watcher {
    return new LocalWatcher(this.pid, this.#cpus)
  }

  async findStray(cpus: readonly number[]): Promise<Stray | null> {
    return findStray(await this.#process.everyProcess(), cpus)
  }

  stop(limits?: Limits): Promise<Ending> {
    return this.#process.stop(limits)
  }
}
