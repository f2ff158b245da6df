/** A server with the preloaded profiling module, and the connection to that module. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { messageOf } from '../../../shared/basics/errors.ts'
import { preloading } from '../../host/runtimes.ts'
import type { Launch } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { type Command, SOCKET_VARIABLE } from './commands.ts'

const MODULE = join(import.meta.dirname, 'inside.ts')

/** Milliseconds for a response: at the start of a profile, V8 lists every function of a large server. */
const LONGEST_WAIT = 30_000

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
  constructor(server: Server, { args: profiling, env }: RuntimeOptions) {
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
    const socket = connect(this.#path)
    const late = new Error(`no response in ${LONGEST_WAIT / 1000} s`)
    socket.setTimeout(LONGEST_WAIT, () => socket.destroy(late))
    socket.write(`${JSON.stringify({ do: command, interval } satisfies Command)}\n`)
    try {
      const response = await text(socket)
      if (response === '') throw new Error('it ended before its response')
      const answer = JSON.parse(response) as { done: unknown } | { failed: string }
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.done
    } catch (error) {
      throw new Error(`"${command}" in the server's process: ${messageOf(error)}`)
    } finally {
      socket.destroy()
    }
  }

  /** Removes the socket's directory. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
