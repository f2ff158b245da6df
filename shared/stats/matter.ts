/**
 * What the choice between two servers is of a reader's own request, CPU and machines. Plain arithmetic on two measured figures, for
 * the report's page: it imports nothing.
 *
 * Measured: `cpu`, CPU time that the second server takes for a request, and `ratio`, requests/s of the first over those of the
 * second, in the same minutes. A server on one CPU that it keeps busy answers as many requests as fit, so that the first one's
 * CPU time is the second's over the ratio; the ratio is surer than two CPU times that were each measured for themselves.
 *
 * A request takes the reader's own work and what the server takes; nobody queues (a service with room to spare). Work that waits,
 * for a database say, takes none of the server's CPU time; work that computes takes all of its own.
 *
 * Intervals: `cpu` and `ratio` are taken for independent. Each is put at both ends of its 95% interval while the other stays, and
 * the squares of what that changes are added (propagation of error; G. Y. Zou, A. Donner, "Construction of confidence limits about
 * effect measures: a general approach", Statistics in Medicine 27, 2008, without the assumption of symmetry).
 */

/** A figure and its 95% interval; nulls where none is known. It stands here because this module imports nothing. */
export interface Estimate {
  value: number
  low: number | null
  high: number | null
}

/** Whether the reader's own work waits for something, or computes on the server's CPU. */
export type WorkKind = 'waits' | 'computes'

export interface Question {
  /** Microseconds of CPU time that the second server takes for a request. */
  cpu: Estimate
  /** Requests/s of the first server over those of the second. */
  ratio: Estimate
  /** Milliseconds of the reader's own work for a request. */
  work: number
  kind: WorkKind
  /** Requests/s that the service gets. */
  rate: number
}

/** What one server makes of it. */
interface Share {
  /** Microseconds of CPU time that it takes for a request by itself. */
  cpu: number
  /** Milliseconds that a request takes with the reader's work. */
  request: number
  /** Cores that are kept busy at the rate. */
  cores: number
}

/** How much it matters: by the rules of `degreeOf`; `unknown` where no difference is shown. */
export type Degree = 'no' | 'little' | 'yes' | 'unknown'

/** Differences are what the first server saves: below zero it takes more. */
export interface Matter {
  first: Share
  second: Share
  /** Microseconds a request. */
  saved: Estimate
  /** Of the second server's request with the reader's work: 0.01 is 1%. */
  ofRequest: Estimate
  /** Of the CPU time of the second server's request, the reader's work included where it computes. */
  ofCpu: Estimate
  /** Cores at the rate. */
  cores: Estimate
  forWaiting: Degree
  forMachines: Degree
}

/** @throws nothing: any figures above zero, and work and rate from zero on */
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
  const isShown = saved.low !== null && saved.high !== null && (saved.low > 0 || saved.high < 0)
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

/** Microseconds: who waits for a response notices no less. */
const NOTICED = 100
/** Cores: nobody orders another machine for less. */
const PAID = 0.1

/**
 * No: below 1% of the whole, or less than what is noticed or paid for. Yes: 5% and more, and ten times that. Between them: a little.
 * @param share of the whole, of either sign
 * @param amount as a multiple of what is noticed at all
 */
function degreeOf(share: number, amount: number): Degree {
  const [part, times] = [Math.abs(share), Math.abs(amount)]
  if (part < 0.01 || times < 1) return 'no'
  return part >= 0.05 && times >= 10 ? 'yes' : 'little'
}

/** A function of two independent estimates, with the interval that follows from theirs; none where one has none. */
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
