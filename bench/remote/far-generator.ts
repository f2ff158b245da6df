/** A load generator on another host. */
import type { HeldLoad, LoadGenerator, LoadPlan, LoadReport, LoadSession, LoadWatch } from '../load/generator.ts'
import type { Desk } from './desk.ts'
import type { Link } from './link.ts'

/** Calls that are part of a load. */
type LoadCall = 'load' | 'hold' | 'openWindow' | 'closeWindow' | 'endLoad'

/** @param generator what runs there, on the CPUs that the host has for it */
export function farGenerator(link: Link, generator: LoadGenerator): LoadGenerator {
  return { ...generator, prepare: async (plan: LoadPlan) => new FarSession(link, await link.call('prepare', plan)) }
}

class FarSession implements LoadSession {
  readonly #link: Link
  readonly #number: number
  isOver = false

  constructor(link: Link, number: number) {
    this.#link = link
    this.#number = number
  }

  async load(port: number, seconds: number, watch: LoadWatch = {}, pipelining?: number): Promise<LoadReport> {
    const deafen = this.#link.listen((news) => {
      if (news.news === 'load started' && news.session === this.#number) watch.started?.()
      if (news.news === 'load ended' && news.session === this.#number) watch.ended?.()
    })
    try {
      return await this.#call('load', this.#number, port, seconds, pipelining)
    } finally {
      deafen()
    }
  }

  async hold(port: number, pipelining?: number): Promise<HeldLoad> {
    await this.#call('hold', this.#number, port, pipelining)
    return {
      open: () => this.#call('openWindow', this.#number),
      close: () => this.#call('closeWindow', this.#number),
      end: () => this.#call('endLoad', this.#number),
    }
  }

  async #call<C extends LoadCall>(name: C, ...args: Parameters<Desk[C]>): Promise<Awaited<ReturnType<Desk[C]>>> {
    try {
      return await this.#link.call(name, ...args)
    } catch (error) {
      // Its process has ended, or can't be reached.
      this.isOver = true
      throw error
    }
  }

  async release(port: number): Promise<void> {
    if (!this.isOver) await this.#link.call('release', this.#number, port).catch(() => {})
  }

  async close(): Promise<void> {
    await this.#link.call('close', this.#number)
  }
}
