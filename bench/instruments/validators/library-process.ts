/** The runner's side of a library's process: sends commands and detects hangs. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runtime } from '../../host/runtimes.ts'
import { HOST, type ServerProcess } from '../../host/server-process.ts'
import { type CommandName, type Commands, onLine, type Reply } from './commands.ts'

const WORKER = join(import.meta.dirname, 'worker.ts')

/** Arguments that let code collect garbage; Bun always can. */
const EXPOSE_GC: Record<Runtime['name'], string[]> = {
  node: ['--expose-gc'],
  bun: [],
  deno: ['--v8-flags=--expose-gc'],
}

export function launchOf({ executable, name, args }: Runtime) {
  return { runtime: { executable, args: [...args, ...EXPOSE_GC[name]] }, entry: WORKER }
}

export class LibraryProcess {
  readonly #process: Pick<ServerProcess, 'port' | 'exited' | 'withOutput'>
  /** Milliseconds for a response. */
  readonly #patience: number
  #socket: Socket | null = null
  /** Receives the pending response; null if the connection was closed. */
  #take: (line: string | null) => void = () => {}

  constructor(process: Pick<ServerProcess, 'port' | 'exited' | 'withOutput'>, patience: number) {
    this.#process = process
    this.#patience = patience
  }

  /** @throws with the process's error, or if it has ended or does not respond */
  async ask<Name extends CommandName>(name: Name, asks: Commands[Name]['asks']): Promise<Commands[Name]['answers']> {
    const socket = await this.#connected()
    const answer = new Promise<string | null>((resolve) => {
      this.#take = resolve
    })
    socket.write(`${JSON.stringify({ name, asks })}\n`)
    const hangs = sleep(this.#patience, null, { ref: false }).then(() => {
      throw new Error(`${name}: no response in ${this.#patience / 1000} s: it hangs`)
    })
    hangs.catch(() => {})
    const line = await Promise.race([answer, this.#process.exited, hangs])
    if (line === null) throw new Error(this.#process.withOutput('the connection was closed'))
    const reply = JSON.parse(line) as Reply
    if ('error' in reply) throw new Error(reply.error)
    return reply.answer as Commands[Name]['answers']
  }

  close(): void {
    this.#socket?.destroy()
  }

  async #connected(): Promise<Socket> {
    if (this.#socket) return this.#socket
    const socket = connect({ port: this.#process.port, host: HOST, noDelay: true })
    // A closed connection is reported by the pending request.
    socket.on('error', () => {}).on('close', () => this.#take(null))
    onLine(socket, (line) => this.#take(line))
    await once(socket, 'connect')
    this.#socket = socket
    return socket
  }
}
