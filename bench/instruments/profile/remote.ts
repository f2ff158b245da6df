/** A server with the preloaded profiling module, and the connection to that module. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../../../shared/basics/errors.ts'
import { preloading } from '../../host/runtimes.ts'
import type { Launch } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { type Command, SOCKET_VARIABLE } from './commands.ts'

const MODULE = join(import.meta.dirname, 'inside.ts')

/** Milliseconds for a response: at the start of a profile, V8 lists every function of a large server. */
const LONGEST_WAIT = 30_000

/** Attempts to connect, 20 ms apart. The module listens before the server's file is loaded. */
const TRIES = 50

interface RuntimeOptions {
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

export class Remote {
  /** The server with the module preloaded. */
  readonly server: Server & Pick<Launch, 'env'>
  readonly #folder: string
  readonly #path: string

  /** @param profiling further arguments of the runtime */
  constructor(server: Server, { args: profiling, env }: RuntimeOptions = { args: [], env: {} }) {
    this.#folder = mkdtempSync(join(tmpdir(), 'bench-profile-'))
    this.#path = join(this.#folder, 'socket')
    const { runtime } = server
    const args = [...runtime.args, ...profiling, ...preloading(runtime.name, MODULE)]
    this.server = { ...server, runtime: { ...runtime, args }, env: { ...env, [SOCKET_VARIABLE]: this.#path } }
  }

  /**
   * Sends a command to the module and returns the response.
   * @throws if it cannot be reached, fails, or does not respond in time
   */
  async ask(command: Command['do'], interval: number): Promise<unknown> {
    const socket = await this.#connected()
    try {
      return await answerTo(socket, { do: command, interval })
    } finally {
      socket.destroy()
    }
  }

  /** Removes the socket's directory. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #connected(): Promise<Socket> {
    for (let attempt = 1; ; attempt++) {
      const socket = connect(this.#path)
      try {
        await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
        return socket
      } catch (error) {
        socket.destroy()
        if (attempt === TRIES) throw new Error(`cannot reach the profiling module: ${messageOf(error)}`)
        await sleep(20)
      }
    }
  }
}

function answerTo(socket: Socket, command: Command): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: string[] = []
    const fail = (reason: string) => reject(new Error(`"${command.do}" in the server's process: ${reason}`))
    socket.setTimeout(LONGEST_WAIT, () => fail(`no response in ${LONGEST_WAIT / 1000} s`))
    socket.on('error', (error) => fail(error.message)).on('close', () => fail('it ended before its response'))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      chunks.push(chunk)
      if (!chunk.endsWith('\n')) return
      try {
        const answer = JSON.parse(chunks.join('')) as { done: unknown } | { failed: string }
        if ('failed' in answer) fail(answer.failed)
        else resolve(answer.done)
      } catch (error) {
        fail(messageOf(error))
      }
    })
    socket.write(`${JSON.stringify(command)}\n`)
  })
}
