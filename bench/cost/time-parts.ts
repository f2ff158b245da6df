/**
 * CPU time of each part for a request, under the suite's own load at full speed. The parts of a group stand ready together
 * and are loaded in turn, a slice each in random order, so that what the machine does in these seconds falls on all of them.
 */
import { messageOf } from '../../shared/basics/errors.ts'
import type { Random } from '../../shared/basics/random.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import { deviatingCases } from '../instructions/count.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { LoadSession } from '../load/generator.ts'
import { type CpuClock, readCpuClock } from '../machine/cpu-clock.ts'
import type { Pinning } from '../machine/cpus.ts'
import { NoiseMeter, noiseReason } from '../machine/noise.ts'
import { assertRightAnswers } from '../measure/assert-right.ts'
import { REPEATS, type WarmedUp, warmedUp } from '../measure/warm-up.ts'
import type { Answers, Part } from './parts.ts'
import type { CostTally } from './tally.ts'

export interface TimePlan {
  /** Parts that stand ready together. */
  groups: readonly (readonly Part[])[]
  processes: number
  connections: number
  sliceSeconds: number
  /** That never count. */
  warmUpSlices: number
  /** Slices before any counts, where the cost of a request still falls. */
  longestWarmUp: number
  /** That count. */
  slices: number
  clock: CpuClock
  pinning: Pinning
  seed: number
  random: Random
}

/** What is to be said of the loads besides what they cost. */
export interface Timed {
  /** Slices that were loaded again because others were at work. */
  noisySlices: number
  /** Titles of parts of which a process or more still cost less from slice to slice after the longest warm-up. */
  unsettled: string[]
}

export async function timeParts(plan: TimePlan, tally: CostTally): Promise<Timed> {
  const timing = new Timing(plan, tally)
  try {
    for (let round = 1; round <= plan.processes; round++) {
      for (const group of plan.random.shuffle(plan.groups)) await timing.group(group)
    }
    return { noisySlices: timing.noisy, unsettled: [...timing.unsettled].sort() }
  } finally {
    await timing.end()
  }
}

/** A part's process, and what its slices have shown. */
interface TimedProcess {
  part: Part
  process: ServerProcess
  slices: { seconds: number; answers: number; isNoisy: boolean }[]
}

class Timing {
  noisy = 0
  readonly unsettled = new Set<string>()
  readonly #plan: TimePlan
  readonly #tally: CostTally
  /** A generator's process for each kind of answer. */
  readonly #sessions = new Map<string, Promise<LoadSession>>()

  constructor(plan: TimePlan, tally: CostTally) {
    this.#plan = plan
    this.#tally = tally
  }

  async group(parts: readonly Part[]): Promise<void> {
    const { random, pinning } = this.#plan
    const ready: TimedProcess[] = []
    try {
      for (const part of random.shuffle(parts)) {
        await this.#tally.attempt(part, async () => {
          ready.push({ part, process: await ServerProcess.start(part, pinning.server), slices: [] })
        })
      }
      // All go on until all are warm: what counts of each is of the same seconds.
      for (;;) {
        const going = ready.filter((timed) => !this.#tally.isOut(timed.part))
        if (going.every((timed) => this.#warmedUp(timed) !== null)) break
        for (const timed of random.shuffle(going)) await this.#tally.attempt(timed.part, () => this.#load(timed))
      }
      for (const timed of ready) if (!this.#tally.isOut(timed.part)) this.#tally.timed(timed.part, this.#cost(timed))
    } finally {
      for (const { part, process } of ready) {
        await process.stop()
        const session = await this.#sessions.get(keyOf(part.answers))?.catch(() => null)
        await session?.release?.(process.port)
      }
    }
  }

  /** Null while its warm-up goes on, or slices that were not quiet are loaded again. */
  #warmedUp({ slices }: TimedProcess): WarmedUp | null {
    const { warmUpSlices: least, longestWarmUp: longest, slices: counted } = this.#plan
    const turned = slices.map(({ seconds, answers }, index) => {
      // Of its own CPU time: what others are at makes a server hardly colder.
      return { slice: index + 1, pipelining: 1, rate: answers / seconds, noise: null }
    })
    const warm = warmedUp(turned, { least, longest, counted })
    const quiet = slices.slice(warm?.turns).filter(({ isNoisy }) => !isNoisy).length
    const repeated = slices.length >= least + counted + Math.ceil(REPEATS * counted)
    return quiet >= counted || repeated ? warm : null
  }

  async #load(timed: TimedProcess): Promise<void> {
    const { sliceSeconds, pinning, connections, clock, warmUpSlices } = this.#plan
    const { part, process, slices } = timed
    const session = await this.#session(part.answers)
    const tree = await process.tree()
    const cpus = [...(pinning.server ?? []), ...(pinning.generator ?? [])]
    const meter = new NoiseMeter(cpus)
    meter.begin()
    const own = globalThis.process.cpuUsage()
    // The server rests at both ends: all of its time is of answers that the report counts.
    const before = readCpuClock(clock, tree)
    const load = session.load(process.port, sliceSeconds)
    try {
      await Promise.race([load, process.exited])
    } catch (error) {
      throw new Error(process.withStderr(messageOf(error)))
    } finally {
      // It is over in any case then: other parts' loads come from the same generator.
      await load.catch(() => {})
    }
    const report = await load
    const seconds = readCpuClock(clock, tree) - before
    meter.end()
    const { user, system } = globalThis.process.cpuUsage(own)
    // The generator tells its time of the window alone, and polls outside of it as well.
    const generator = report.cpuSeconds * (report.loadedSeconds / report.seconds)
    const noise = noiseReason(meter.noise(seconds + generator + (user + system) / 1e6))
    const isWarmUp = slices.length < warmUpSlices
    // A cold server may need longer than a slice for the first answers to so many requests at once.
    const isSilent = report.requests + report.wrong + report.errors === 0
    if (!isWarmUp || !isSilent) assertRightAnswers('measurement', report, connections)
    const isNoisy = noise !== null
    if (isNoisy && !isWarmUp) this.noisy++
    slices.push({ seconds, answers: report.checked, isNoisy })
  }

  /** Microseconds a request, of the quiet slices; of all that count where these are too few. */
  #cost(timed: TimedProcess): number {
    const { turns, settled } = this.#warmedUp(timed) ?? { turns: this.#plan.warmUpSlices, settled: false }
    if (!settled) this.unsettled.add(timed.part.title)
    const counted = timed.slices.slice(turns)
    const quiet = counted.filter(({ isNoisy }) => !isNoisy)
    const used = quiet.length >= this.#plan.slices ? quiet : counted
    const sum = (value: (slice: (typeof used)[number]) => number) =>
      used.reduce((total, each) => total + value(each), 0)
    return (sum(({ seconds }) => seconds) / sum(({ answers }) => answers)) * 1e6
  }

  /** One that has ended is replaced. */
  async #session(answers: Answers): Promise<LoadSession> {
    const { connections, seed, pinning } = this.#plan
    const key = keyOf(answers)
    const prepare = () => {
      const load = { scenario: updateUser.name, connections, pipelining: 1, polling: true, seed }
      const session = builtin.prepare({ ...load, ...answers, except: deviatingCases(updateUser) }, pinning.generator)
      session.catch(() => {})
      this.#sessions.set(key, session)
      return session
    }
    const session = await (this.#sessions.get(key) ?? prepare())
    return session.isOver ? prepare() : session
  }

  async end(): Promise<void> {
    for (const session of this.#sessions.values()) await session.then((ready) => ready.close()).catch(() => {})
  }
}

function keyOf(answers: Answers): string {
  return JSON.stringify(answers)
}
