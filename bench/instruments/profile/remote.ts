/** A server with the module that profiles it, and the talk with that module. */
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

/** Milliseconds for an answer: V8 names every function of a large server when a profile begins. */
const LONGEST_WAIT = 30_000

/** Tries to reach the module, 20 ms apart: it listens before the server's own file is read. */
const TRIES = 50

interface RuntimeOptions {
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

export class Remote {
  /** The server to start: as it is, with the module before its own file. */
  readonly server: Server & Pick<Launch, 'env'>
  readonly #folder: string
  readonly #path: string

  /** @param profiling what the runtime is told in order to be profiled, besides */
  constructor(server: Server, { args: profiling, env }: RuntimeOptions = { args: [], env: {} }) {
    this.#folder = mkdtempSync(join(tmpdir(), 'bench-profile-'))
    this.#path = join(this.#folder, 'socket')
    const { runtime } = server
    const args = [...runtime.args, ...profiling, ...preloading(runtime.name, MODULE)]
    this.server = { ...server, runtime: { ...runtime, args }, env: { ...env, [SOCKET_VARIABLE]: this.#path } }
  }

  /**
   * Has the module do something; what it answers.
   * @throws where it can't be reached, fails, or does not answer in time
   */
  async ask(command: Command['do'], interval: number): Promise<unknown> {
    const socket = await this.#connected()
    try {
      return await answerTo(socket, { do: command, interval })
    } finally {
      socket.destroy()
    }
  }

  /** Takes away what was made for the talk. */
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
        if (attempt === TRIES) throw new Error(`the module that profiles can't be reached: ${messageOf(error)}`)
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
    socket.on('error', (error) => fail(error.message)).on('close', () => fail('it ended before the answer'))
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
