/**
 * Estimates how much the choice between two servers matters for a reader's request time, CPU and machines, from the CPU time per
 * request of each at the reader's rate.
 *
 * A request takes the reader's own work plus the server's time, without queueing. Work that waits, as for a database, takes no CPU
 * time of the server; work that computes takes all of its time.
 *
 * Independent errors are those of the processes, paired by round, of another machine's effect on each server alone, and of its
 * effect on all servers, which cancels in shares of CPU time.
 */
import type { CostPair } from './cost.ts'
import { type Estimate, isSignificant, mapEstimate, propagated } from './estimate.ts'

/** Whether the reader's own work waits for something, or computes on the server's CPU. */
export type WorkKind = 'waits' | 'computes'

/** A server at the reader's rate. */
interface ServerAtRate {
  /** µs of CPU time per request on the measuring machine. */
  cpu: Estimate
  /** Effect of another machine on this server alone, as a factor around 1. */
  machineEffect: Estimate
}

export interface Question {
  first: ServerAtRate
  second: ServerAtRate
  pair: CostPair
  /** Effect of another machine on all servers, as a factor around 1. */
  level: Estimate
  /** ms of the reader's own work per request. */
  work: number
  kind: WorkKind
  /** Requests/s that the service gets. */
  rate: number
}

/** Figures of one server. */
interface Share {
  /** µs of its CPU time per request. */
  cpu: Estimate
  /** ms per request, with the reader's work. */
  request: number
  /** Busy cores at the rate. */
  cores: number
}

/** How much it matters, at both ends of the interval; `unknown` if the difference may be large, and may be none. */
export type Degree = 'no' | 'little' | 'yes' | 'unknown'

/** Differences are savings of the first server; negative ones are losses. Intervals hold for another machine. */
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
export function matterOf({ first, second, pair, level, work, kind, rate }: Question): Matter {
  const ownMicroseconds = 1000 * work
  const burnt = kind === 'computes' ? ownMicroseconds : 0
  const shareOf = ({ cpu, machineEffect }: ServerAtRate): Share => ({
    cpu: propagated([cpu, machineEffect, level], (time, alone, all) => time * alone * all),
    request: (ownMicroseconds + cpu.value) / 1000,
    cores: (rate * (burnt + cpu.value)) / 1e6,
  })
  const { middle, ratio } = pair
  const figures = [middle, ratio, first.machineEffect, second.machineEffect, level] as const
  const isOther = isSignificant(
    propagated(
      [ratio, second.machineEffect, first.machineEffect].map((factor) =>
        mapEstimate(factor, Math.log),
      ) as [Estimate, Estimate, Estimate],
      (cpu, otherAlone, oneAlone) => cpu + otherAlone - oneAlone,
    ),
  )
  // What changes both servers alike does not change the sign of a difference: its errors are propagated on logarithms then.
  const sign = ratio.value > 1 ? 1 : -1
  const [scaled, restored] = isOther
    ? [(difference: number) => Math.log(sign * difference), (log: number) => sign * Math.exp(log)]
    : [(difference: number) => difference, (difference: number) => difference]
  const estimate = (combine: (one: number, other: number) => number) =>
    mapEstimate(
      propagated(figures, (mean, factor, oneAlone, otherAlone, all) => {
        const half = Math.sqrt(factor)
        return scaled(combine((mean / half) * oneAlone * all, mean * half * otherAlone * all))
      }),
      restored,
    )
  const saved = estimate((one, other) => other - one)
  const ofRequest = estimate((one, other) => (other - one) / (ownMicroseconds + other))
  const ofCpu = estimate((one, other) => (other - one) / (burnt + other))
  const cores = estimate((one, other) => (rate * (other - one)) / 1e6)
  return {
    first: shareOf(first),
    second: shareOf(second),
    saved,
    ofRequest,
    ofCpu,
    cores,
    forWaiting: degreeOf(ofRequest, saved, NOTICED),
    forMachines: degreeOf(ofCpu, cores, PAID),
  }
}

/** µs below which a saving is not noticed. */
export const NOTICED = 100
/** Cores below which a saving does not change the number of machines. */
export const PAID = 0.1

/** Returns what holds for the whole interval of a difference, given as a share of the total and as an amount. */
function degreeOf(share: Estimate, amount: Estimate, limit: number): Degree {
  if (share.low === null || share.high === null || amount.low === null || amount.high === null)
    return 'unknown'
  const ends = [sizeOf(share.low, amount.low / limit), sizeOf(share.high, amount.high / limit)]
  if (ends.every((end) => end === 'no')) return 'no'
  if (!isSignificant(amount)) return 'unknown'
  return ends.every((end) => end === 'yes') ? 'yes' : 'little'
}

/**
 * Returns `no` below 1%, or below the limit of `amount`; `yes` from 5% and ten times that limit on; else `little`.
 * @param amount as a multiple of its limit
 */
function sizeOf(share: number, amount: number): 'no' | 'little' | 'yes' {
  const [part, times] = [Math.abs(share), Math.abs(amount)]
  if (part < 0.01 || times < 1) return 'no'
  return part >= 0.05 && times >= 10 ? 'yes' : 'little'
}
