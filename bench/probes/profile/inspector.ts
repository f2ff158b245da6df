/** A connection to the inspector of a server's runtime (Chrome DevTools Protocol), which Node and Deno open with `--inspect`. */
import { once } from 'node:events'
import type { Profiler } from 'node:inspector'
import { HOST } from '../../server/server-process.ts'

export class Inspector {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  #id = 0
  readonly #closed = Promise.withResolvers<never>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error } = JSON.parse(data) as {
        id?: number
        result?: unknown
        error?: Error
      }
      const pending = this.#pending.get(id ?? 0)
      this.#pending.delete(id ?? 0)
      if (error) pending?.reject(new Error(`the inspector: ${error.message}`))
      else pending?.resolve(result)
    })
    this.#closed.promise.catch(() => {})
    socket.addEventListener('close', () =>
      this.#closed.reject(new Error('the inspector closed the connection')),
    )
  }

  /** @throws if the runtime has no inspector on that port */
  static async connect(port: number): Promise<Inspector> {
    const targets = (await (await fetch(`http://${HOST}:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string
    }[]
    const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
    const inspector = new Inspector(socket)
    await Promise.race([once(socket, 'open'), inspector.#closed.promise])
    return inspector
  }

  /** @param interval µs between samples */
  async beginProfile(interval: number): Promise<void> {
    await this.#post('Profiler.enable')
    await this.#post('Profiler.setSamplingInterval', { interval })
    await this.#post('Profiler.start')
  }

  async endProfile(): Promise<Profiler.Profile> {
    return (await this.#post<{ profile: Profiler.Profile }>('Profiler.stop')).profile
  }

  /** Returns the lines of scripts as the runtime compiled them, by their ids. */
  async sources(scriptIds: ReadonlySet<string>): Promise<Map<string, string[]>> {
    await this.#post('Debugger.enable')
    const sources = new Map<string, string[]>()
    for (const scriptId of scriptIds) {
      const { scriptSource } = await this.#post<{ scriptSource: string }>(
        'Debugger.getScriptSource',
        { scriptId },
      )
      sources.set(scriptId, scriptSource.split('\n'))
    }
    return sources
  }

  async #post<T>(method: string, params: object = {}): Promise<T> {
    const response = Promise.withResolvers<unknown>()
    this.#pending.set(++this.#id, response)
    this.#socket.send(JSON.stringify({ id: this.#id, method, params }))
    return (await Promise.race([response.promise, this.#closed.promise])) as T
  }

  [Symbol.dispose](): void {
    this.#socket.close()
  }
}
