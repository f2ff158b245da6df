/** A load generator on another host. */
import type { LoadGenerator, LoadPlan, LoadReport, LoadSession, LoadWatch } from '../load/generator.ts'
import type { Link } from './link.ts'

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
      return await this.#link.call('load', this.#number, port, seconds, pipelining)
    } catch (error) {
      // Its process has ended, or can't be reached.
      this.isOver = true
      throw error
    } finally {
      deafen()
    }
  }

  async release(port: number): Promise<void> {
    if (!this.isOver) await this.#link.call('release', this.#number, port).catch(() => {})
  }

  async close(): Promise<void> {
    await this.#link.call('close', this.#number)
  }
}
