/** Prints a line per trial of a run; below them, a terminal shows what is measured, the share done and the time left. */
import { aboutTime, grouped, oneLine } from '../../shared/basics/text.ts'
import type { Disqualification, Trial } from '../../shared/format/format.ts'
import type { Server } from '../folders/servers.ts'
import { changesText } from '../machine/checkout.ts'
import type { RunObserver } from '../run/run.ts'
import { say, showStatus } from './output.ts'

export class Progress implements RunObserver, Disposable {
  readonly #rounds: number
  readonly #width: number
  readonly #after: number
  readonly #running = new Set<string>()
  #round = 0
  /** When the run is expected to end, in ms; null before the first round has. */
  #endsAt: number | null = null

  /** @param after seconds that what follows the rounds is expected to take */
  constructor(rounds: number, servers: readonly Server[], after = 0) {
    this.#rounds = rounds
    this.#after = after
    this.#width = Math.max(...servers.map(({ name }) => name.length))
  }

  roundBegins(round: number): void {
    this.#round = round
  }

  trialBegins({ name }: Server): void {
    this.#running.add(name)
    this.#show()
  }

  trialEnds(server: Server, trial: Trial): void {
    const name = server.name.padEnd(this.#width)
    const rate = `${grouped(trial.values.requestsPerSecond).padStart(9)} requests/s`
    const p99 = `p99 ${trial.values.p99.toFixed(1)} ms`
    const kinds =
      trial.evidence.caveats.length > 0
        ? [trial.evidence.caveats.map(({ kind }) => kind).join(', ')]
        : []
    say([this.#label, name, rate, p99, ...kinds].join('  '))
    this.#running.delete(server.name)
    this.#show()
  }

  disqualified(server: Server, { phase, reason }: Disqualification): void {
    say(
      `${this.#label || 'before round 1'}  ${server.name} disqualified (${phase}): ${oneLine(reason)}`,
    )
    this.#running.delete(server.name)
  }

  repeated(server: Server, reason: string): void {
    say(`${this.#label}  ${server.name}: ${oneLine(reason)}: the slice is repeated`)
  }

  checkoutChanged(servers: readonly Server[], files: readonly string[]): void {
    const ran = servers.map(({ name }) => name).join(', ')
    say(`${this.#label}  ${oneLine(changesText(files))} while these ran: ${ran}`)
  }

  roundEnds(_round: number, open: readonly string[], left: number): void {
    if (left > 0) say(`${this.#label}  ${aboutTime(left + this.#after)} left`)
    if (open.length > 0) say(`${this.#label}  not precise enough yet: ${open.join(', ')}`)
    this.#endsAt = Date.now() + 1000 * (left + this.#after)
  }

  [Symbol.dispose](): void {
    showStatus('')
  }

  #show(): void {
    const share = `${Math.floor((100 * (this.#round - 1)) / this.#rounds)}%`
    const left =
      this.#endsAt === null ? [] : [`${aboutTime((this.#endsAt - Date.now()) / 1000)} left`]
    showStatus([this.#label, share, ...left, [...this.#running].join(', ')].join('  '))
  }

  get #label(): string {
    if (this.#round === 0) return ''
    return `round ${String(this.#round).padStart(String(this.#rounds).length)}/${this.#rounds}`
  }
}
