/** Prints a run's progress: a live line on a terminal, plain lines elsewhere. */

import logUpdate from 'log-update'
import { duration, grouped, oneLine } from '../../shared/basics/text.ts'
import type { Protocol, Refusal, Trial } from '../../shared/results/format.ts'
import type { Server } from '../host/servers.ts'
import type { TrialPhase } from '../host/trial-failure.ts'
import { expectedSeconds } from '../run/protocol.ts'
import type { RunObserver } from '../run/run.ts'
import { say } from './output.ts'

export class Progress implements RunObserver {
  readonly #protocol: Protocol
  readonly #live: boolean
  readonly #width: number
  readonly #roundSeconds: number[] = []
  #round = 0
  #roundBegin = performance.now()
  #servers = 0
  #group = ''
  #line = ''
  #timer: NodeJS.Timeout | undefined

  constructor(protocol: Protocol, servers: readonly Server[], live = process.stdout.isTTY && !process.env.CI) {
    this.#protocol = protocol
    this.#live = live
    this.#width = Math.max(...servers.map(({ name }) => name.length))
    if (live) this.#timer = setInterval(() => this.#draw(), 250)
  }

  buildBegins(server: Server): void {
    this.#line = `building ${server.name}`
  }

  roundBegins(round: number, servers: readonly Server[]): void {
    this.#round = round
    this.#servers = servers.length
    this.#roundBegin = performance.now()
    this.#group = ''
  }

  phase(server: Server, phase: TrialPhase, rate?: number): void {
    const speed = rate === undefined ? '' : `${grouped(rate)} requests/s`
    this.#line = [this.#label, this.#group, server.name.padEnd(this.#width), phase, speed].filter(Boolean).join('  ')
  }

  groupBegins(group: number): void {
    this.#group = `group ${group}`
  }

  trialEnds(server: Server, trial: Trial): void {
    const name = server.name.padEnd(this.#width)
    const rate = `${grouped(trial.requests.perSecond).padStart(9)} requests/s`
    const p99 = `p99 ${trial.latency.p99.toFixed(1)} ms`
    const kinds = trial.caveats.length > 0 ? [trial.caveats.map(({ kind }) => kind).join(', ')] : []
    this.#print([this.#label, name, rate, p99, ...kinds].join('  '))
  }

  refused(server: Server, { phase, reason }: Refusal): void {
    this.#print(`${this.#label || 'before round 1'}  ${server.name} disqualified (${phase}): ${oneLine(reason)}`)
  }

  roundEnds(_round: number, open: readonly string[]): void {
    this.#roundSeconds.push((performance.now() - this.#roundBegin) / 1000)
    if (open.length > 0) this.#print(`${this.#label}  not precise enough yet: ${open.join(', ')}`)
  }

  /** Removes the live line. */
  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    if (this.#live) logUpdate.clear()
  }

  get #label(): string {
    if (this.#round === 0) return ''
    const rounds = String(this.#protocol.rounds)
    return `round ${String(this.#round).padStart(rounds.length)}/${rounds}`
  }

  #print(line: string): void {
    if (this.#live) logUpdate.clear()
    say(line)
    if (this.#live) this.#draw()
  }

  #draw(): void {
    if (this.#timer) logUpdate(`${this.#line}  ${duration(this.#secondsLeft())} left in total`)
  }

  #secondsLeft(): number {
    const seen = this.#roundSeconds
    const { rounds } = this.#protocol
    const typical = expectedSeconds(this.#protocol, this.#servers) / rounds
    const round = seen.length > 0 ? seen.reduce((sum, next) => sum + next, 0) / seen.length : typical
    const inThisRound = (performance.now() - this.#roundBegin) / 1000
    return Math.max(0, round - inThisRound) + round * Math.max(0, rounds - this.#round)
  }
}
