/** Does what a run on another machine asks of this one. */
import { setImmediate } from 'node:timers/promises'
import type { Ending } from '../../shared/result/verdicts.ts'
import type { Limits } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { HeldLoad, LoadPlan, LoadReport, LoadSession } from '../load/generator.ts'
import type { Stray } from '../machine/affinity.ts'
import { detectPinning, type Pinning, pinSelf } from '../machine/cpus.ts'
import { describeEnvironment } from '../machine/environment.ts'
import { lockMachine } from '../machine/lock.ts'
import { type HostedServer, thisHost } from '../measure/server-host.ts'
import type { Seen, Watcher } from '../measure/watcher.ts'
import type { Desk, Introduction, News, Part, StartedThere, Taken } from './desk.ts'
import { answerBytes, measureRoundTrip, type RoundTrip } from './round-trip.ts'
import { findOrdered, type ServerOrder } from './server-order.ts'
import { ownSuite } from './suite.ts'
import { watchedGenerator } from './watched-generator.ts'

export class OwnDesk implements Desk {
  readonly #tell: (news: News) => void
  #pinning: Pinning = { server: null, generator: null, note: null }
  readonly #ordered = new Map<string, Server>()
  readonly #servers = new Map<number, HostedServer>()
  /** Of each server, the one of its last load. */
  readonly #watchers = new Map<number, Watcher>()
  readonly #sessions = new Map<number, LoadSession>()
  /** Of sessions that take part in a joint load. */
  readonly #held = new Map<number, HeldLoad>()
  #lastNumber = 0

  /** @param tell sends news to the runner */
  constructor(tell: (news: News) => void) {
    this.#tell = tell
  }

  async introduce(): Promise<Introduction> {
    // ssh(1): the client's address and port, and the server's.
    const [caller, , own] = (process.env.SSH_CONNECTION ?? '').split(' ')
    return { suite: ownSuite(), addresses: caller && own ? { own, caller } : null }
  }

  async sign(): Promise<void> {}

  async take(part: Part, workers: number): Promise<Taken> {
    lockMachine()
    this.#pinning = detectPinning(workers)
    const { server, generator } = this.#pinning
    // This process is on the CPUs that have no part in the load.
    pinSelf(part === 'server' ? generator : server)
    return { pinning: this.#pinning, environment: describeEnvironment(this.#pinning, [], builtin.version()) }
  }

  async answerBytes(address: string): Promise<number> {
    const { server, port } = await answerBytes(address)
    server.unref()
    return port
  }

  measureRoundTrip(address: string, port: number): Promise<RoundTrip> {
    return measureRoundTrip(address, port)
  }

  async expectServers(scenario: string, orders: readonly ServerOrder[]): Promise<string[]> {
    const differences: string[] = []
    for (const order of orders) {
      const found = findOrdered(scenario, order)
      if (typeof found === 'string') differences.push(found)
      else this.#ordered.set(order.name, found)
      // Signs of life go out between two of them.
      await setImmediate()
    }
    return differences
  }

  build(name: string): Promise<void> {
    return thisHost().build(this.#orderedServer(name))
  }

  async start(name: string, address: string, terms: { workers: number; limits: Limits }): Promise<StartedThere> {
    // What others do on the CPUs beside the server's is nothing to the load here.
    const pinning = { ...this.#pinning, generator: null }
    const server = await thisHost(address).start(this.#orderedServer(name), { ...terms, pinning })
    const number = ++this.#lastNumber
    this.#servers.set(number, server)
    server.exited.catch((error: Error) => {
      this.#tell({ news: 'exited', server: number, reason: server.withStderr(error.message) })
    })
    return { server: number, pid: server.pid, port: server.port, startup: server.startup }
  }

  beginRest(server: number): Promise<void> {
    return this.#server(server).rest.begin()
  }

  comeToRest(server: number): Promise<void> {
    return this.#server(server).rest.come()
  }

  async beginWatch(server: number): Promise<void> {
    const watcher = this.#server(server).watcher()
    this.#watchers.set(server, watcher)
    watcher.begin()
  }

  async endWatch(server: number): Promise<void> {
    await this.#watchers.get(server)?.end()
  }

  async seen(server: number): Promise<Seen> {
    const watcher = this.#watchers.get(server)
    if (!watcher) throw new Error(`server ${server} has not been watched`)
    return watcher.seen(0)
  }

  findStray(server: number, cpus: readonly number[]): Promise<Stray | null> {
    return this.#server(server).findStray(cpus)
  }

  stop(server: number, limits?: Limits): Promise<Ending> {
    return this.#server(server).stop(limits)
  }

  async prepare(plan: LoadPlan): Promise<number> {
    const { generator: cpus } = this.#pinning
    const session = await watchedGenerator(builtin, cpus, false).prepare(plan, cpus)
    const number = ++this.#lastNumber
    this.#sessions.set(number, session)
    return number
  }

  load(session: number, port: number, seconds: number, pipelining?: number): Promise<LoadReport> {
    const watch = {
      started: () => this.#tell({ news: 'load started', session }),
      ended: () => this.#tell({ news: 'load ended', session }),
    }
    return this.#session(session).load(port, seconds, watch, pipelining)
  }

  async hold(session: number, port: number, pipelining?: number): Promise<void> {
    const held = await this.#session(session).hold?.(port, pipelining)
    if (held) this.#held.set(session, held)
  }

  async openWindow(session: number): Promise<void> {
    await this.#heldLoad(session).open()
  }

  async closeWindow(session: number): Promise<void> {
    await this.#heldLoad(session).close()
  }

  async endLoad(session: number): Promise<LoadReport> {
    const held = this.#heldLoad(session)
    this.#held.delete(session)
    return held.end()
  }

  async release(session: number, port: number): Promise<void> {
    await this.#session(session).release?.(port)
  }

  close(session: number): Promise<void> {
    return this.#session(session).close()
  }

  #orderedServer(name: string): Server {
    const server = this.#ordered.get(name)
    if (!server) throw new Error(`no server called ${name} was ordered`)
    return server
  }

  #server(number: number): HostedServer {
    const server = this.#servers.get(number)
    if (!server) throw new Error(`there is no server ${number}`)
    return server
  }

  #heldLoad(session: number): HeldLoad {
    const held = this.#held.get(session)
    if (!held) throw new Error(`load generator ${session} has no load under way`)
    return held
  }

  #session(number: number): LoadSession {
    const session = this.#sessions.get(number)
    if (!session) throw new Error(`there is no load generator ${number}`)
    return session
  }
}
