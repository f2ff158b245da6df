/** Shows the progress of a measurement: a live line on a terminal, elsewhere a line for each process that takes long. */
import { aboutTime } from '../../shared/basics/text.ts'
import { say, showStatus } from './output.ts'

/** Milliseconds until a process is reported where the output is no terminal. */
const LONG_MILLISECONDS = 10_000

export class Steps implements Disposable {
  readonly #total: number
  readonly #now: () => number
  readonly #startedAt: number
  readonly #running = new Map<string, NodeJS.Timeout | undefined>()
  #done = 0
  /** Of these, those measured now rather than taken from an interrupted command. */
  #measured = 0

  /** @param total processes to be measured */
  constructor(total: number, now = Date.now) {
    this.#total = total
    this.#now = now
    this.#startedAt = now()
  }

  begins(name: string): void {
    this.#running.set(name, undefined)
    if (showStatus(this.text())) return
    const timer = setTimeout(() => say(`${name}: measuring; ${this.text()}`), LONG_MILLISECONDS)
    this.#running.set(name, timer.unref())
  }

  /** Counts a process, whether or not it began. */
  ends(name: string): void {
    clearTimeout(this.#running.get(name))
    this.#done++
    if (this.#running.delete(name)) this.#measured++
    showStatus(this.text())
  }

  /** Formats `3 of 21 (14%), about 4 min left: fastify, hono`. */
  text(): string {
    const seconds = (this.#now() - this.#startedAt) / 1000
    const left = (seconds / this.#measured) * (this.#total - this.#done)
    const share = Math.floor((100 * this.#done) / this.#total)
    const time = this.#measured > 0 ? `, ${aboutTime(left)} left` : ''
    const names = [...this.#running.keys()].join(', ')
    return `${this.#done} of ${this.#total} (${share}%)${time}${names && `: ${names}`}`
  }

  [Symbol.dispose](): void {
    for (const timer of this.#running.values()) clearTimeout(timer)
    showStatus('')
  }
}
