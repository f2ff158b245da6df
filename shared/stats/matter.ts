/**
 * Estimates how much the choice between two servers matters for a reader's request time, CPU and machines, from two measured
 * figures.
 *
 * Measured are `cpu`, the second server's CPU time per request, and `ratio`, requests/s of the first over the second, side by
 * side. A server that saturates its CPU has a rate inverse to its CPU time, so the first one's CPU time is `cpu` / `ratio`; the
 * ratio is more precise than two separately measured CPU times.
 *
 * A request takes the reader's own work plus the server's time, without queueing. Work that waits, as for a database, takes no CPU
 * time of the server; work that computes takes all of its time.
 *
 * Intervals treat `cpu` and `ratio` as independent. Each is set to the ends of its 95% interval while the other is fixed, and the
 * squared changes are added (G. Y. Zou, A. Donner, "Construction of confidence limits about effect measures: a general approach",
 * Statistics in Medicine 27, 2008, which does not assume symmetry).
 */
import { type Estimate, isSignificant } from './estimate.ts'

/** Whether the reader's own work waits for something, or computes on the server's CPU. */
export type WorkKind = 'waits' | 'computes'

export interface Question {
  /** µs of CPU time per request of the second server. */
  cpu: Estimate
  /** Requests/s of the first server over the second. */
  ratio: Estimate
  /** ms of the reader's own work per request. */
  work: number
  kind: WorkKind
  /** Requests/s that the service gets. */
  rate: number
}

/** Figures of one server. */
interface Share {
  /** µs of its CPU time per request. */
  cpu: number
  /** ms per request, with the reader's work. */
  request: number
  /** Busy cores at the rate. */
  cores: number
}

/** How much it matters, by the rules of `degreeOf`; `unknown` without a significant difference. */
export type Degree = 'no' | 'little' | 'yes' | 'unknown'

/** Differences are savings of the first server; negative ones are losses. */
export interface Matter {
  first: Share
  second: Share
  /** µs per request. */
  saved: Estimate
  /** Share of the second server's request time, including the reader's work: 0.01 is 1%. */
  ofRequest: Estimate
  /** Share of the second server's CPU time per request, including the reader's work if it computes. */
  ofCpu: Estimate
  /** Cores at the rate. */
  cores: Estimate
  forWaiting: Degree
  forMachines: Degree
}

/** Accepts positive figures, and work and rate of at least zero. */
export function matterOf({ cpu, ratio, work, kind, rate }: Question): Matter {
  const ownMicroseconds = 1000 * work
  const burnt = kind === 'computes' ? ownMicroseconds : 0
  const shareOf = (microseconds: number): Share => ({
    cpu: microseconds,
    request: (ownMicroseconds + microseconds) / 1000,
    cores: (rate * (burnt + microseconds)) / 1e6,
  })
  const saves = (microseconds: number, times: number) => microseconds * (1 - 1 / times)
  const estimate = (of: (microseconds: number, times: number) => number) => propagated(of, cpu, ratio)
  const saved = estimate(saves)
  const ofRequest = estimate((c, r) => saves(c, r) / (ownMicroseconds + c))
  const ofCpu = estimate((c, r) => saves(c, r) / (burnt + c))
  const cores = estimate((c, r) => (rate * saves(c, r)) / 1e6)
  const isShown = isSignificant(saved)
  return {
    first: shareOf(cpu.value / ratio.value),
    second: shareOf(cpu.value),
    saved,
    ofRequest,
    ofCpu,
    cores,
    forWaiting: isShown ? degreeOf(ofRequest.value, saved.value / NOTICED) : 'unknown',
    forMachines: isShown ? degreeOf(ofCpu.value, cores.value / PAID) : 'unknown',
  }
}

/** µs below which nobody notices a saving. */
export const NOTICED = 100
/** Cores below which a saving does not change the number of machines. */
export const PAID = 0.1

/**
 * Returns `no` below 1%, or below the limit of `amount`; `yes` from 5% and ten times that limit on; else `little`.
 * @param share of the total, of either sign
 * @param amount as a multiple of `NOTICED` or `PAID`
 */
function degreeOf(share: number, amount: number): Degree {
  const [part, times] = [Math.abs(share), Math.abs(amount)]
  if (part < 0.01 || times < 1) return 'no'
  return part >= 0.05 && times >= 10 ? 'yes' : 'little'
}

/** Applies a function to two independent estimates and propagates their intervals, if both are known. */
function propagated(of: (a: number, b: number) => number, a: Estimate, b: Estimate): Estimate {
  const value = of(a.value, b.value)
  if (a.low === null || a.high === null || b.low === null || b.high === null) return { value, low: null, high: null }
  const changes = [
    [of(a.low, b.value), of(a.high, b.value)],
    [of(a.value, b.low), of(a.value, b.high)],
  ].map((ends) => ends.map((end) => end - value))
  const down = Math.hypot(...changes.map((ends) => Math.min(0, ...ends)))
  const up = Math.hypot(...changes.map((ends) => Math.max(0, ...ends)))
  return { value, low: value - down, high: value + up }
}
