/** What a run prints while it goes on: a live line on a terminal, one line a trial elsewhere. */
import logUpdate from 'log-update'
import { oneLine, type TrialPhase } from './errors.ts'
import type { Protocol, Refusal, Trial } from './result.ts'
import type { RunObserver } from './run.ts'
import type { Server } from './servers.ts'

/** Seconds that a trial takes beside warm-up and window, to begin with; the run's own trials correct it. */
const TYPICAL_OVERHEAD = 1

export class Progress implements RunObserver {
  readonly #protocol: Protocol
  readonly #live: boolean
  readonly #width: number
  #label = ''
  #phase: TrialPhase = 'start'
  #phaseBegin = 0
  #rate: number | undefined
  #trialsLeft = 0
  #trialBegin = 0
  #overheads: number[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(protocol: Protocol, servers: readonly Server[], live = process.stdout.isTTY && !process.env.CI) {
    this.#protocol = protocol
    this.#live = live
    this.#width = Math.max(...servers.map(({ name }) => name.length))
  }

  trialBegins(server: Server, round: number, trialsLeft: number): void {
    const rounds = String(this.#protocol.rounds)
    this.#label = `round ${String(round).padStart(rounds.length)}/${rounds}  ${server.name.padEnd(this.#width)}`
    this.#trialsLeft = trialsLeft
    this.#trialBegin = performance.now()
    this.phase('start')
    if (this.#live && !this.#timer) this.#timer = setInterval(() => this.#draw(), 250)
  }

  phase(phase: TrialPhase, rate?: number): void {
    if (phase !== this.#phase || rate === undefined) this.#phaseBegin = performance.now()
    this.#phase = phase
    this.#rate = rate
  }

  trialEnds(_server: Server, trial: Trial): void {
    this.#overheads.push(trial.overheadSeconds)
    const rate = `${count(trial.requests.perSecond.mean).padStart(9)} requests/s`
    const p99 = `p99 ${trial.latency.p99.toFixed(1)} ms`
    this.#print([`${this.#label}  ${rate}  ${p99}`, ...trial.verdicts.map(({ message }) => message)].join('  '))
  }

  refused(server: Server, { phase, reason, round }: Refusal): void {
    this.#print(`round ${round}/${this.#protocol.rounds}  ${server.name} refused (${phase}): ${oneLine(reason)}`)
  }

  /** Takes the live line away. */
  end(): void {
    clearInterval(this.#timer)
    if (this.#live) logUpdate.clear()
  }

  #print(line: string): void {
    if (this.#live) logUpdate.clear()
    console.log(line)
    if (this.#timer) this.#draw()
  }

  #draw(): void {
    const phaseLength = { 'warm-up': this.#protocol.warmupSeconds, measurement: this.#protocol.durationSeconds }
    const length = phaseLength[this.#phase as keyof typeof phaseLength]
    const left = length && Math.max(0, length - (performance.now() - this.#phaseBegin) / 1000)
    const parts = [
      this.#label,
      left === undefined ? this.#phase : `${this.#phase} ${left.toFixed(0)} s left`,
      this.#rate === undefined ? undefined : `${count(this.#rate)} requests/s`,
      `${duration(this.#secondsLeft())} in all`,
    ]
    logUpdate(parts.filter(Boolean).join('  '))
  }

  #secondsLeft(): number {
    const { warmupSeconds, durationSeconds } = this.#protocol
    const seen = this.#overheads
    const overhead = seen.length > 0 ? seen.reduce((sum, next) => sum + next, 0) / seen.length : TYPICAL_OVERHEAD
    const perTrial = warmupSeconds + durationSeconds + overhead
    return Math.max(0, this.#trialsLeft * perTrial - (performance.now() - this.#trialBegin) / 1000)
  }
}

/** Minutes and seconds: 75 is `1:15`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
