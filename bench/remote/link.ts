/** The connection to another host: the user's own OpenSSH, and at its other end the suite's agent, which takes calls. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../../shared/basics/errors.ts'
import { pinnedCommand } from '../host/cpus.ts'
import { kill, track, untrack } from '../host/processes.ts'
import { explainingLine } from '../host/programs.ts'
import { HostLost } from '../run/run-plan.ts'
import type { Agent, FromAgent, News } from './agent-protocol.ts'
import { Channel } from './channel.ts'

export interface LinkOptions {
  /** Destination for `ssh`, as `user@host`. */
  host: string
  /** The suite's folder there. */
  directory: string
  /** CPUs on which `ssh` runs. */
  cpus: readonly number[] | null
}

type Answer<C extends keyof Agent> = Awaited<ReturnType<Agent[C]>>

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Milliseconds until the agent must have given its first sign. */
const OPENING = 120_000
/** Milliseconds that the agent has to end what it started, before `ssh` is ended. */
const FAREWELL = 5_000
/** Milliseconds in which `ssh` says why a connection ended. */
const LAST_WORDS = 500

export class Link {
  readonly host: string
  /** Rejects with `HostLost` when the host can't be reached any more; never resolves. */
  readonly lost: Promise<never>
  readonly #ssh: ChildProcess
  readonly #channel: Channel
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Set<(news: News) => void>()
  #calls = 0
  #stderr = ''
  #loss: HostLost | undefined
  #isClosing = false
  #lose: (error: HostLost) => void = () => {}

  private constructor({ host, directory, cpus }: LinkOptions) {
    this.host = host
    this.lost = new Promise((_, reject) => {
      this.#lose = reject
    })
    this.lost.catch(() => {})
    const [program = '', ...args] = pinnedCommand(cpus, 'ssh', sshArguments(host, directory))
    this.#ssh = spawn(program, args, { stdio: 'pipe', detached: true })
    if (this.#ssh.pid) track(this.#ssh.pid)
    this.#ssh.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4_000)
    })
    this.#ssh.once('error', (error) => this.#broke(error.message))
    this.#channel = new Channel(this.#ssh.stdout as Readable, this.#ssh.stdin as Writable, {
      message: (message) => this.#hear(message as FromAgent),
      gone: (reason) => void this.#gone(reason),
    })
  }

  /**
   * Connects, and starts the agent. Nothing is asked of the user: keys, passwords and unknown hosts are for him to settle
   * with `ssh` itself.
   * @throws with what `ssh` or the other side says
   */
  static async open(options: LinkOptions): Promise<Link> {
    const link = new Link(options)
    try {
      const patience = AbortSignal.timeout(OPENING)
      const late = once(patience, 'abort').then(() => {
        throw new Error(`no answer within ${OPENING / 1000} s`)
      })
      late.catch(() => {})
      await Promise.race([link.call('sign'), late])
      // What ssh says on the way is no reason of what comes later.
      link.#stderr = ''
      return link
    } catch (error) {
      await link.close()
      const why = explainingLine(link.#stderr) ?? messageOf(error)
      throw new Error(
        `can't start the suite's agent on ${options.host}: ${why}; "ssh ${options.host}" must connect without a question, and ${options.directory} must be the suite's folder there (--remote-dir), after npm ci`,
      )
    }
  }

  /**
   * Has the agent do something.
   * @throws HostLost where it can't be reached any more; Error as the agent did
   */
  async call<C extends keyof Agent>(name: C, ...args: Parameters<Agent[C]>): Promise<Answer<C>> {
    if (this.#loss) throw this.#loss
    const call = ++this.#calls
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(call, { resolve, reject }))
    this.#channel.send({ call, name, args })
    return (await answer) as Answer<C>
  }

  /** Hears what the agent tells unasked, until the function that is returned is called. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the agent, which ends all that it has started, and the connection. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#channel.close()
    this.#rejectAll(new HostLost(`the connection to ${this.host} was closed`))
    const { pid } = this.#ssh
    if (pid === undefined) return
    if (!this.#hasEnded) {
      const exit = once(this.#ssh, 'exit')
      const timer = setTimeout(() => kill(-pid), this.#loss ? 0 : FAREWELL)
      await exit
      clearTimeout(timer)
    }
    untrack(pid)
  }

  #hear(message: FromAgent): void {
    if ('news' in message) {
      for (const listener of this.#listeners) listener(message)
      return
    }
    const waiting = this.#waiting.get(message.answer)
    this.#waiting.delete(message.answer)
    if ('value' in message) waiting?.resolve(message.value)
    else waiting?.reject(new Error(message.failure))
  }

  /** Waits for the error text of `ssh`, which comes a moment after the end of its output. */
  async #gone(reason: string): Promise<void> {
    if (this.#isClosing) return
    const signal = AbortSignal.timeout(LAST_WORDS)
    if (!this.#hasEnded) await once(this.#ssh, 'close', { signal }).catch(() => {})
    if (!this.#hasEnded) return this.#broke(reason)
    const said = explainingLine(this.#stderr)
    // ssh(1): 255 is its own failure, or a signal's that ended what it has run; any other status is that of the latter.
    const isOwn = this.#ssh.exitCode === 255 || this.#ssh.signalCode !== null
    this.#broke(
      isOwn ? (said ?? 'ssh, or the agent there, was ended') : `the agent there ended${said ? `: ${said}` : ''}`,
    )
  }

  get #hasEnded(): boolean {
    return this.#ssh.exitCode !== null || this.#ssh.signalCode !== null
  }

  #broke(reason: string): void {
    if (this.#loss || this.#isClosing) return
    this.#loss = new HostLost(`the connection to ${this.host} broke: ${reason}`)
    // Nothing more comes of it; where the other side still lives, it hears the end.
    if (this.#ssh.pid) kill(-this.#ssh.pid)
    this.#lose(this.#loss)
    this.#rejectAll(this.#loss)
  }

  #rejectAll(error: HostLost): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

/** Seconds. */
const CONNECT_TIMEOUT = 15

/**
 * Options that precede the user's configuration (ssh_config(5)): ssh asks nothing, runs the given command, detects a
 * dead connection, and leaves no process behind. It uses a connection that the user shares.
 */
const OPTIONS = [
  'BatchMode=yes',
  `ConnectTimeout=${CONNECT_TIMEOUT}`,
  'ServerAliveInterval=5',
  'ServerAliveCountMax=2',
  'ControlMaster=no',
  'ClearAllForwardings=yes',
  'RemoteCommand=none',
]

function sshArguments(host: string, directory: string): string[] {
  const command = `cd ${quoted(directory)} && exec node bench/node.mjs bench/remote/agent.ts`
  return ['-T', ...OPTIONS.flatMap((option) => ['-o', option]), '--', host, command]
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
