/** Sends valid and invalid requests on its own connection to a server under load, and compares every response. */
import { setTimeout as sleep } from 'node:timers/promises'
import { REQUEST_TIMEOUT } from '../load/generator.ts'
import { invalidCases } from '../verify/contract.ts'
import {
  type ContractFailure,
  type ContractTerms,
  Exchanger,
  randomCase,
} from '../verify/exchange.ts'
import { HttpClient } from '../verify/http.ts'

/** Valid and invalid requests alternate. */
export const CHECKS_PER_SECOND = 10

export interface CheckReport {
  /** Correct responses. */
  correct: number
  failure: ContractFailure | null
}

/**
 * Checks a server from construction until `stop` or the first wrong response. Of several workers, it checks as many at a time, each
 * on a connection of its own.
 */
export class Checker {
  readonly #terms: ContractTerms
  readonly #clients: HttpClient[]
  readonly #exchanges: Exchanger[]
  readonly #report: CheckReport = { correct: 0, failure: null }
  readonly #done: Promise<void>
  /** Milliseconds from one request to the next. */
  readonly #interval: number
  readonly #stopping = new AbortController()

  /** @param pipelining requests in flight on each connection of the load: a check waits for them, too */
  constructor(
    port: number,
    terms: ContractTerms,
    checksPerSecond = CHECKS_PER_SECOND,
    connections = 1,
    pipelining = 1,
  ) {
    this.#terms = terms
    this.#interval = 1000 / checksPerSecond
    const timeout = 1000 * REQUEST_TIMEOUT * pipelining
    this.#clients = Array.from({ length: connections }, () => new HttpClient(port, timeout))
    this.#exchanges = this.#clients.map((client) => new Exchanger(client, terms))
    this.#done = this.#check()
  }

  async #check(): Promise<void> {
    const { random } = this.#terms
    // A case that begins with other calls may work only once.
    const invalid = invalidCases(this.#terms).filter(({ before }) => !before)
    for (let call = 0; !this.#stopping.signal.aborted && !this.#report.failure; call++) {
      const next = sleep(this.#interval, undefined, { signal: this.#stopping.signal }).catch(
        () => {},
      )
      const checks = this.#exchanges.map((exchange) =>
        call % 2 === 0
          ? exchange.valid(randomCase(this.#terms), 'the load changes no response')
          : exchange.invalid(random.pick(invalid), 'invalid data is rejected under load, too'),
      )
      for (const failure of await Promise.all(checks)) {
        if (failure) this.#report.failure ??= failure
        else this.#report.correct++
      }
      await next
    }
  }

  /** Waits for the response in flight. */
  async stop(): Promise<CheckReport> {
    this.#stopping.abort()
    await this.#done
    for (const client of this.#clients) client[Symbol.dispose]()
    return this.#report
  }
}
