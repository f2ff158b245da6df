/** Servers on another host. */
import type { Ending } from '../../shared/result/verdicts.ts'
import type { Limits } from '../contenders/server-process.ts'
import type { Stray } from '../machine/affinity.ts'
import type { HostedServer, ServerHost } from '../measure/server-host.ts'
import type { Seen, Watcher } from '../measure/watcher.ts'
import type { StartedThere } from './desk.ts'
import type { Link } from './link.ts'

/** @param address of that host, on which its servers are to listen */
export function farServerHost(link: Link, address: string): ServerHost {
  return {
    address,
    build: ({ name }) => link.call('build', name),
    start: async ({ name }, { workers, limits }) =>
      new FarServer(link, await link.call('start', name, address, { workers, limits })),
  }
}

class FarServer implements HostedServer {
  readonly pid: number
  readonly port: number
  readonly startup: number
  readonly exited: Promise<never>
  readonly rest = {
    begin: () => this.#link.call('beginRest', this.#number),
    come: () => this.#link.call('comeToRest', this.#number),
  }
  readonly #link: Link
  readonly #number: number

  constructor(link: Link, { server, pid, port, startup }: StartedThere) {
    this.#link = link
    this.#number = server
    this.pid = pid
    this.port = port
    this.startup = startup
    this.exited = new Promise((_, reject) => {
      link.listen((news) => {
        if (news.news === 'exited' && news.server === server) reject(new Error(news.reason))
      })
    })
    this.exited.catch(() => {})
  }

  /** The reason that it has ended holds that already. */
  withStderr(reason: string): string {
    return reason
  }

  watcher(): Watcher {
    return new FarWatcher(this.#link, this.#number)
  }

  findStray(cpus: readonly number[]): Promise<Stray | null> {
    return this.#link.call('findStray', this.#number, cpus)
  }

  stop(limits?: Limits): Promise<Ending> {
    return this.#link.call('stop', this.#number, limits)
  }
}

/** The window is that between two messages; both are on their way for as long, and the host's own clock measures it. */
class FarWatcher implements Watcher {
  readonly #link: Link
  readonly #server: number
  #hasBegun = false
  #ended: Promise<void> | undefined

  constructor(link: Link, server: number) {
    this.#link = link
    this.#server = server
  }

  begin(): void {
    this.#hasBegun = true
    // Where it fails, so does what comes later.
    this.#link.call('beginWatch', this.#server).catch(() => {})
  }

  async end(): Promise<unknown> {
    if (this.#hasBegun) this.#ended ??= this.#link.call('endWatch', this.#server)
    return this.#ended
  }

  async seen(): Promise<Seen> {
    await this.end()
    return this.#link.call('seen', this.#server)
  }
}
