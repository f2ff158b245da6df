/** A server as a process of its own: started, awaited, stopped, and nothing of it left. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending } from '../../shared/result/verdicts.ts'
import { pinnedCommand } from '../machine/cpus.ts'
import {
  groupProcesses,
  isAlive,
  kill,
  killGroup,
  listensOn,
  processTree,
  TRIAL_TAG,
  taggedProcesses,
  track,
  untrack,
} from '../machine/processes.ts'
import { explainingLine } from '../machine/programs.ts'
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

/** What is needed to start a server. */
export interface Launch {
  runtime: { executable: string; args?: readonly string[] }
  entry: string
  /** What the program itself is given, behind its entry. */
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
  #stderr = ''
  #stopping = false

  private constructor(child: ChildProcess, host: string, port: number, tag: string, spawnedAt: number) {
    this.#child = child
    this.spawnedAt = spawnedAt
    this.#tag = tag
    this.pid = child.pid as number
    this.host = host
    this.port = port
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-8_000)
    })
    this.exited = new Promise((_, reject) => {
      // "close" comes after "exit", when all of stderr has been read.
      child.once('exit', (code, signal) => {
        const timer = setTimeout(fail, 200)
        child.once('close', fail)
        function fail() {
          clearTimeout(timer)
          reject(new ServerExit(signal ? `was killed by ${signal}` : `exited with status ${code}`))
        }
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
        const taken = server.#foundItsPortTaken()
        if (taken && !port && attempt < 3) continue
        const reason = taken ? `port ${chosen} was taken by another process` : (error as Error).message
        throw new TrialFailure('start', taken ? reason : server.withStderr(reason))
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
    const spawnedAt = performance.now()
    const child = spawn(program, args, {
      cwd: dirname(launch.entry),
      env: { ...env, ...serverEnvironment(port, tag, host) },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: Ctrl-C reaches the runner alone, and the group can be killed as a whole.
      detached: true,
    })
    try {
      await once(child, 'spawn')
    } catch (error) {
      throw new TrialFailure('start', `could not be started: ${(error as Error).message}`)
    }
    track(child.pid as number, tag)
    return new ServerProcess(child, host, port, tag, spawnedAt)
  }

  async #waitUntilListening(timeout: number): Promise<void> {
    const start = performance.now()
    let accepted = false
    let over = false
    const listening = async () => {
      while (!over && performance.now() - start < timeout) {
        accepted = await accepts(this.host, this.port)
        if (accepted && listensOn(await this.tree(), this.port)) return
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

  /** Whether the server complained that its port is in use; other ports are its own affair. */
  #foundItsPortTaken(): boolean {
    return /EADDRINUSE|address already in use/i.test(this.#stderr) && this.#stderr.includes(String(this.port))
  }

  /** The reason, with the end of what the server wrote to stderr. */
  withStderr(reason: string): string {
    const explanation = explainingLine(this.#stderr)
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
    // Nobody who still holds its other end can keep the runner.
    this.#child.stderr?.destroy()
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

  /** What still lives of the trial a moment after the server's end. */
  async #leftovers(children: number[]): Promise<number[]> {
    const find = () => [
      ...new Set([...children.filter(isAlive), ...taggedProcesses(this.#tag), ...groupProcesses(this.pid)]),
    ]
    // Children that end with their parent need a moment for it.
    for (let wait = 0; wait < 10 && find().length > 0; wait++) await sleep(20)
    return find()
  }
}

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
