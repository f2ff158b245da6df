/** A server as a process of its own: started, awaited, stopped, and nothing of it left. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending } from '../../shared/results/verdicts.ts'
import { pinnedCommand } from './cpus.ts'
import {
  groupProcesses,
  isAlive,
  kill,
  killGroup,
  listeningPorts,
  listensOn,
  processTree,
  TRIAL_TAG,
  taggedProcesses,
  track,
  untrack,
} from './processes.ts'
import { ServerOutput } from './server-output.ts'
import { TrialFailure } from './trial-failure.ts'

/** Where servers listen, unless another host is to reach them. */
export const HOST = '127.0.0.1'

/** Runs a server's file in several processes. */
const CLUSTER = join(import.meta.dirname, 'cluster.ts')

export interface Limits {
  /** Milliseconds until the server must have accepted a connection. */
  startTimeout: number
  /** Milliseconds between SIGTERM and SIGKILL. */
  stopTimeout: number
}

export const defaultLimits: Limits = { startTimeout: 10_000, stopTimeout: 2_000 }

export interface Launch {
  runtime: { executable: string; args?: readonly string[] }
  entry: string
  args?: readonly string[]
  /** Variables of its environment besides what every server is given. */
  env?: Readonly<Record<string, string>>
  /** Processes that share the port; above 1 they are those of `node:cluster`. */
  workers?: number
  /** The address that it is to listen on, where that is not this machine's own alone. */
  host?: string
}

export class ServerProcess {
  readonly pid: number
  readonly port: number
  readonly host: string
  /** When it was spawned, by `performance.now()`. */
  readonly spawnedAt: number
  /** Rejects when the server exits before it was told to; never resolves. */
  readonly exited: Promise<never>
  readonly #child: ChildProcess
  readonly #tag: string
  readonly output: ServerOutput
  #stopping = false

  private constructor(
    child: ChildProcess,
    output: ServerOutput,
    host: string,
    port: number,
    tag: string,
    spawnedAt: number,
  ) {
    this.#child = child
    this.spawnedAt = spawnedAt
    this.#tag = tag
    this.pid = child.pid as number
    this.host = host
    this.port = port
    this.output = output
    this.exited = new Promise((_, reject) => {
      child.once('exit', (code, signal) => {
        reject(new ServerExit(signal ? `was killed by ${signal}` : `exited with status ${code}`))
      })
    })
    this.exited.catch(() => {})
  }

  /**
   * Starts a server on a free port and waits until it accepts a connection.
   * @throws TrialFailure of phase `start`: the server ended, does not listen in time, or its port was taken.
   */
  static async start(
    launch: Launch,
    cpus: number[] | null,
    limits = defaultLimits,
    port?: number,
  ): Promise<ServerProcess> {
    for (let attempt = 1; ; attempt++) {
      const chosen = port ?? (await freePort(launch.host))
      const server = await ServerProcess.spawn(launch, cpus, chosen)
      try {
        await server.#waitUntilListening(limits.startTimeout)
        return server
      } catch (error) {
        await server.stop(limits)
        if (server.output.says(PORT_TAKEN)) {
          const isItsOwn = server.output.says(new RegExp(`\\b${chosen}\\b`))
          if (isItsOwn && !port && attempt < 3) continue
          if (isItsOwn) throw new TrialFailure('start', `port ${chosen} was taken by another process`)
          throw new TrialFailure('start', `${server.withOutput((error as Error).message)}: ${OWN_PORT}`)
        }
        const isEnd = error instanceof ServerExit
        const reason = `${(error as Error).message}${isEnd ? ' before it listened' : ''}`
        throw new TrialFailure('start', server.withOutput(reason))
      }
    }
  }

  /**
   * Starts a server on that port, and does not wait until it listens.
   * @throws TrialFailure of phase `start` where the system can't start it
   */
  static async spawn(launch: Launch, cpus: number[] | null, port: number): Promise<ServerProcess> {
    const tag = randomUUID()
    const { runtime, entry, args: given = [], env, workers = 1, host = HOST } = launch
    const command = [...(runtime.args ?? []), ...(workers > 1 ? [CLUSTER, entry, String(workers)] : [entry, ...given])]
    const [program = '', ...args] = pinnedCommand(cpus, runtime.executable, command)
    const output = new ServerOutput(dirname(entry))
    const spawnedAt = performance.now()
    const child = spawn(program, args, {
      cwd: dirname(launch.entry),
      env: { ...env, ...serverEnvironment(port, tag, host) },
      stdio: ['ignore', output.file, output.file],
      // A group of its own: Ctrl-C reaches the runner alone, and the group can be killed as a whole.
      detached: true,
    })
    // At once: a signal to the runner may come before the event.
    if (child.pid !== undefined) track(child.pid, tag)
    try {
      await once(child, 'spawn')
    } catch (error) {
      output.close()
      throw new TrialFailure('start', `could not be started: ${(error as Error).message}`)
    }
    return new ServerProcess(child, output, host, port, tag, spawnedAt)
  }

  async #waitUntilListening(timeout: number): Promise<void> {
    const start = performance.now()
    let accepted = false
    let over = false
    const listening = async () => {
      let nextLook = start + OTHER_PORT
      while (!over && performance.now() - start < timeout) {
        accepted = await accepts(this.host, this.port)
        if (accepted && listensOn(await this.tree(), this.port)) return
        if (!accepted && performance.now() > nextLook) {
          await this.#assertNoOtherPort()
          nextLook += OTHER_PORT
        }
        await sleep(5)
      }
      if (accepted) throw new Error(`port ${this.port} is answered by a process that is not the server or its child`)
      throw new Error(`does not listen on port ${this.port} after ${timeout / 1000} s`)
    }
    try {
      await Promise.race([listening(), this.exited])
    } finally {
      // A server that has ended must not be knocked for while the next one is measured.
      over = true
    }
  }

  /** @throws where it listens elsewhere, now and a moment later: a server may have further ports, and opens them together */
  async #assertNoOtherPort(): Promise<void> {
    const other = async () => listeningPorts(await this.tree()).find((port) => port !== this.port)
    if ((await other()) === undefined) return
    await sleep(OTHER_PORT)
    const port = await other()
    if (port === undefined || (await accepts(this.host, this.port))) return
    throw new Error(`listens on port ${port} instead of ${this.port}: ${OWN_PORT}`)
  }

  /** The reason, with the line of the server's output that best explains it. */
  withOutput(reason: string): string {
    const explanation = this.output.explanation()
    return explanation ? `${reason}: ${explanation}` : reason
  }

  /** The pids of the server and all below it. */
  tree(): Promise<number[]> {
    return processTree(this.pid)
  }

  /** The pids of all that belongs to the server: the tree, and what has left it. */
  async everyProcess(): Promise<number[]> {
    return [...new Set([...(await this.tree()), ...taggedProcesses(this.#tag)])]
  }

  /** Terminates the server and kills what does not go. Only the first call does; the others tell nothing. */
  async stop(limits = defaultLimits): Promise<Ending> {
    const ending: Ending = { ignoredSeconds: null, left: 0 }
    if (this.#stopping) return ending
    this.#stopping = true
    const children = (await this.tree()).slice(1)
    const alive = this.#child.exitCode === null && this.#child.signalCode === null
    if (alive && !(await this.#terminate(limits.stopTimeout))) ending.ignoredSeconds = limits.stopTimeout / 1000
    const left = await this.#leftovers(children)
    if (left.length > 0) {
      ending.left = left.length
      killGroup(this.pid, this.#tag)
      for (const pid of left) kill(pid)
      while (left.some(isAlive)) await sleep(5)
    }
    this.output.close()
    untrack(this.pid)
    return ending
  }

  /** Sends SIGTERM, and SIGKILL where the server is not gone in time; whether it went by itself. */
  async #terminate(timeout: number): Promise<boolean> {
    const exit = once(this.#child, 'exit')
    kill(this.pid, 'SIGTERM')
    const gone = await Promise.race([exit.then(() => true), sleep(timeout, false, { ref: false })])
    if (gone) return true
    kill(this.pid)
    await exit
    return false
  }

  /** Returns the processes of the trial that still run a moment after the server's end. */
  async #leftovers(children: number[]): Promise<number[]> {
    const find = () => [
      ...new Set([...children.filter(isAlive), ...taggedProcesses(this.#tag), ...groupProcesses(this.pid)]),
    ]
    // Children that end with their parent need a moment for it.
    for (let wait = 0; wait < 10 && find().length > 0; wait++) await sleep(20)
    return find()
  }
}

/** Milliseconds between two looks at the ports that a server listens on. */
const OTHER_PORT = 500

const PORT_TAKEN = /EADDRINUSE|address already in use/i
const OWN_PORT = 'read HOST and PORT from the environment'

/** The server ended by itself. */
class ServerExit extends Error {}

/** Production's environment in UTC, and nothing of the runner's own but where programs and the home are found. */
export function serverEnvironment(port: number, tag: string, host = HOST): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  const inherited = { PATH, HOME, TMPDIR, SystemRoot }
  return { ...inherited, HOST: host, PORT: String(port), TZ: 'UTC', NODE_ENV: 'production', [TRIAL_TAG]: tag }
}

async function freePort(host = HOST): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Milliseconds; the queue of a listener that accepts nobody may be full. */
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
