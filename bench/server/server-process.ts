/** A server in its own process: start, readiness and stop. No process outlives `stop`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { ONE_ONLY, type Workers } from '../../shared/format/workers.ts'
import type { Ending } from '../../shared/results/caveats.ts'
import { pinnedCommand } from '../machine/cpus.ts'
import { outOfMemoryKills } from '../processes/proc.ts'
import {
  childrenOf,
  groupProcesses,
  isAlive,
  kill,
  killGroup,
  processTree,
  taggedCommand,
  taggedProcesses,
  track,
  untrack,
} from '../processes/processes.ts'
import { assertInTree, assertOwnPort } from '../processes/strays.ts'
import { OWN_PORT, untilListening } from './listening.ts'
import { serverEnvironment } from './server-environment.ts'
import { ServerOutput } from './server-output.ts'
import { TrialFailure } from './trial-failure.ts'
import type { Notice } from './workers.ts'

/** Address on which servers listen. */
export const HOST = '127.0.0.1'

export interface Limits {
  /** Milliseconds for the server to accept a connection. */
  startTimeout: number
  /** Milliseconds between SIGTERM and SIGKILL. */
  stopTimeout: number
}

export const defaultLimits: Limits = { startTimeout: 10_000, stopTimeout: 2_000 }

/** For programs that compile or import a thousand files. */
export const SLOW_START: Limits = { ...defaultLimits, startTimeout: 60_000 }

export interface Launch {
  runtime: { executable: string; args?: readonly string[] }
  entry: string
  /** `$HOST` and `$PORT` stand for those of the process, for a program that does not read its environment. */
  args?: readonly string[]
  /** Additional environment variables. */
  env?: Readonly<Record<string, string>>
  /** Opens a channel of messages between the processes. */
  messages?: boolean
  /** Directory of the server's own files; default: that of the entry. */
  directory?: string
  /** It is a supervisor of these. */
  workers?: Workers
  manifest?: { listensOnAll?: true | undefined }
}

export class ServerProcess {
  readonly pid: number
  readonly port: number
  /** When it was spawned, by `performance.now()`. */
  readonly spawnedAt: number
  /** Rejects if the server exits before `stop`; never resolves. */
  readonly exited: Promise<never>
  readonly child: ChildProcess
  readonly #tag: string
  readonly output: ServerOutput
  readonly #workers: Workers | undefined
  /** Whether all workers listen. */
  #isReady: boolean
  #stopping = false

  private constructor(
    child: ChildProcess,
    output: ServerOutput,
    { port, tag, spawnedAt, workers }: Started,
  ) {
    this.child = child
    this.#workers = workers
    this.#isReady = workers === undefined
    this.spawnedAt = spawnedAt
    this.#tag = tag
    this.pid = child.pid as number
    this.port = port
    this.output = output
    this.exited = new Promise((_, reject) => {
      if (workers)
        child.on('message', (notice: Notice) => {
          if (notice === 'ready') this.#isReady = true
          else reject(new ServerExit(notice.ended))
        })
      const kills = outOfMemoryKills()
      child.once('exit', (code, signal) => {
        const isKilled = signal === 'SIGKILL' && outOfMemoryKills() > kills
        const how = signal ? `was killed by ${signal}` : `exited with status ${code}`
        reject(isKilled ? new OutOfMemory(OUT_OF_MEMORY) : new ServerExit(how))
      })
    })
    this.exited.catch(() => {})
  }

  /**
   * Starts a server on a free port and waits until it accepts a connection.
   * @throws TrialFailure of phase `start` if the server ends, does not listen in time, or its port was taken
   */
  static async start(
    launch: Launch,
    cpus: number[] | null,
    limits = defaultLimits,
  ): Promise<ServerProcess> {
    for (let attempt = 1; ; attempt++) {
      const port = await freePort()
      const server = await ServerProcess.spawn(launch, cpus, port, taggedCommand)
      try {
        await server.#waitUntilListening(limits.startTimeout, launch)
        await server.assertAlone()
        return server
      } catch (error) {
        await server.stop(limits)
        const { message } = error as Error
        if (server.output.says(PORT_TAKEN)) {
          if (launch.workers) throw new TrialFailure('start', server.withOutput(UNSHARED))
          if (!server.output.says(new RegExp(`\\b${port}\\b`)))
            throw new TrialFailure('start', `${server.withOutput(message)}: ${OWN_PORT}`)
          if (attempt < ATTEMPTS) continue
          throw new TrialFailure('start', `port ${port} was taken by another process`)
        }
        if (error instanceof OutOfMemory) throw error
        const reason = `${message}${error instanceof ServerExit ? ' before it listened' : ''}`
        throw new TrialFailure('start', server.withOutput(reason))
      }
    }
  }

  /**
   * Starts a server on that port, without waiting for it to listen.
   * @param wrapped a start that is timed is not wrapped by another program
   * @throws TrialFailure of phase `start` if the system cannot start it
   */
  static async spawn(
    launch: Launch,
    cpus: number[] | null,
    port: number,
    wrapped: typeof taggedCommand = (_, command) => [...command],
  ): Promise<ServerProcess> {
    const tag = randomUUID()
    const { runtime, entry, env, workers } = launch
    const directory = launch.directory ?? dirname(entry)
    const launchArgs = (launch.args ?? []).map((arg) =>
      arg.replace('$HOST', HOST).replace('$PORT', String(port)),
    )
    const command = [...(runtime.args ?? []), entry, ...launchArgs]
    const [program = '', ...args] = wrapped(tag, pinnedCommand(cpus, runtime.executable, command))
    const output = new ServerOutput(directory)
    const spawnedAt = performance.now()
    const child = spawn(program, args, {
      cwd: directory,
      env: { ...env, ...serverEnvironment(HOST, port, tag) },
      stdio: ['ignore', output.file, output.file, ...(launch.messages ? ['ipc' as const] : [])],
      // Its own process group: Ctrl-C reaches only the runner, and the group can be killed as a whole.
      detached: true,
    })
    // Before the event, since a signal to the runner may come first.
    if (child.pid !== undefined) track(child.pid, tag)
    try {
      await once(child, 'spawn')
    } catch (error) {
      output.close()
      throw new TrialFailure('start', `could not be started: ${(error as Error).message}`)
    }
    return new ServerProcess(child, output, { port, tag, spawnedAt, workers })
  }

  async #waitUntilListening(timeout: number, { manifest }: Launch): Promise<void> {
    const stopPolling = new AbortController()
    const listener = {
      host: HOST,
      port: this.port,
      mayListenOnAll: manifest?.listensOnAll,
      tree: () => processTree(this.pid),
      whyUnready: () =>
        this.#isReady ? null : `only some of its ${this.#workers?.number} workers listen on`,
    }
    try {
      await Promise.race([untilListening(listener, timeout, stopPolling.signal), this.exited])
    } finally {
      // Stop polling: the next server may be measured now.
      stopPolling.abort()
    }
  }

  /** Appends the line of the server's output that best explains the reason. */
  withOutput(reason: string): string {
    const explanation = this.output.explanation()
    return explanation ? `${reason}: ${explanation}` : reason
  }

  /** Returns the pids of the server and all its descendants, without a supervisor that only starts it. */
  async tree(): Promise<number[]> {
    const pids = await processTree(this.pid)
    return this.#workers?.sharing === 'reuse-port' ? pids.slice(1) : pids
  }

  /** Returns the pids of the workers; of the server itself if it has none. */
  workers(): number[] {
    return this.#workers ? childrenOf(this.pid) : [this.pid]
  }

  /** @throws if it has started a process that has left its tree */
  assertInTree(): Promise<void> {
    return assertInTree({ pid: this.pid, port: this.port, tag: this.#tag })
  }

  /** @throws if it has started a process that has left its tree, or another one listens on its port */
  async assertAlone(): Promise<void> {
    await this.assertInTree()
    await assertOwnPort({ pid: this.pid, port: this.port, tag: this.#tag })
  }

  /** Terminates the server and kills remaining processes. Later calls do nothing. */
  async stop(limits = defaultLimits): Promise<Ending> {
    const ending: Ending = { ignoredSeconds: null, left: 0 }
    if (this.#stopping) return ending
    this.#stopping = true
    const children = (await processTree(this.pid)).slice(1)
    const alive = this.child.exitCode === null && this.child.signalCode === null
    if (alive && !(await this.#terminate(limits.stopTimeout)))
      ending.ignoredSeconds = limits.stopTimeout / 1000
    const leftovers = await this.#leftovers(children)
    if (leftovers.length > 0) {
      ending.left = leftovers.length
      killGroup(this.pid, this.#tag)
      for (const pid of leftovers) kill(pid)
      while (leftovers.some(isAlive)) await sleep(5)
    }
    this.output.close()
    untrack(this.pid)
    return ending
  }

  /** Sends SIGTERM, then SIGKILL after the timeout. Returns whether SIGTERM sufficed. */
  async #terminate(timeout: number): Promise<boolean> {
    const exit = once(this.child, 'exit')
    kill(this.pid, 'SIGTERM')
    const gone = await Promise.race([exit.then(() => true), sleep(timeout, false, { ref: false })])
    if (gone) return true
    kill(this.pid)
    await exit
    return false
  }

  /** Returns the processes of the trial that still run shortly after the server's end. */
  async #leftovers(children: number[]): Promise<number[]> {
    const find = () => [
      ...new Set([
        ...children.filter(isAlive),
        ...taggedProcesses(this.#tag),
        ...groupProcesses(this.pid),
      ]),
    ]
    // Children that end with their parent need a moment.
    for (let wait = 0; wait < 10 && find().length > 0; wait++) await sleep(20)
    return find()
  }
}

/** Ports that may be taken before the server listens. */
const ATTEMPTS = 3
const PORT_TAKEN = /EADDRINUSE|address already in use/i

const UNSHARED = `${ONE_ONLY}: another one cannot listen on its port`

interface Started {
  port: number
  tag: string
  spawnedAt: number
  workers: Workers | undefined
}

/** The server ended before `stop`. */
class ServerExit extends Error {}

/** The machine had too little memory for the server. */
class OutOfMemory extends Unmeasurable {}

const OUT_OF_MEMORY =
  'the kernel killed a server, since the machine had no memory left: close other programs, or leave the server out'

/** Makes a server of this process listen, on a free port or the wanted one. @throws if it is in use */
export async function portOf(server: Server, wanted = 0): Promise<number> {
  await once(server.listen(wanted, HOST), 'listening')
  return (server.address() as AddressInfo).port
}

/** Returns a free port, or the wanted one. @throws if that is in use */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer()
  const port = await portOf(probe, wanted)
  probe.close()
  await once(probe, 'close')
  return port
}
