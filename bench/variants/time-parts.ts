/**
 * CPU time per request of each part, under the suite's own load at full speed. The parts of a group stand ready together and
 * are loaded interleaved, a slice each in random order, so that what the machine does in these seconds falls on all of them.
 */
import { messageOf } from '../../shared/basics/errors.ts'
import type { Random } from '../../shared/basics/random.ts'
import type { CpuTiming } from '../../shared/results/cpu-timing.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { readCpuClock } from '../host/cpu-clock.ts'
import type { Pinning } from '../host/cpus.ts'
import type { Attempts } from '../host/identity.ts'
import { NoiseMeter, noiseReason } from '../host/noise.ts'
import { ServerProcess } from '../host/server-process.ts'
import type { Server } from '../host/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { assertRightAnswers } from '../run/assert-right.ts'
import { Sessions } from '../run/sessions.ts'
import { REPEATS, type WarmedUp, warmedUp } from '../run/warm-up.ts'
import { attempt, type Part, sayCost } from './parts.ts'

export interface TimePlan extends Omit<CpuTiming, 'noisySlices' | 'unsettled'> {
  processes: number
  pinning: Pinning
  seed: number
  random: Random
}

/**
 * @param groups of parts that stand ready together
 * @returns what is to be said of the loads besides what they cost
 */
export async function timeParts(
  plan: TimePlan,
  groups: readonly (readonly Part[])[],
  attempts: Attempts<Server>,
): Promise<{ noisySlices: number; unsettled: string[] }> {
  const timing = new Timing(plan, attempts)
  try {
    for (let round = 1; round <= plan.processes; round++) {
      for (const group of plan.random.shuffle(groups)) await timing.group(group)
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
  readonly #attempts: Attempts<Server>
  readonly #sessions: Sessions

  constructor(plan: TimePlan, attempts: Attempts<Server>) {
    this.#plan = plan
    this.#attempts = attempts
    const { connections, seed, pinning } = plan
    const load = { scenario: updateUser.name, connections, pipelining: 1, polling: true, seed, validOnly: true }
    this.#sessions = new Sessions((wire) => builtin.prepare({ ...load, wire }, pinning.generator))
  }

  async group(parts: readonly Part[]): Promise<void> {
    const { random, pinning } = this.#plan
    const ready: TimedProcess[] = []
    try {
      for (const part of random.shuffle(parts)) {
        await attempt(part, this.#attempts, async () => {
          ready.push({ part, process: await ServerProcess.start(part, pinning.server), slices: [] })
        })
      }
      // All go on until all are warm: what counts of each is of the same seconds.
      for (;;) {
        const going = ready.filter(({ part }) => this.#attempts.reasonOf(part.of) === null)
        if (going.every((timed) => this.#warmedUp(timed) !== null)) break
        for (const timed of random.shuffle(going)) {
          await attempt(timed.part, this.#attempts, () => this.#load(timed))
        }
      }
      for (const timed of ready) {
        const { part } = timed
        if (this.#attempts.reasonOf(part.of) !== null) continue
        const cost = this.#cost(timed)
        part.microseconds.push(cost)
        sayCost(part, part.microseconds.length, this.#plan.processes, `${cost.toFixed(2)} µs of CPU time`)
      }
    } finally {
      for (const { part, process } of ready) {
        await process.stop()
        await this.#sessions.release(part.wire, process.port)
      }
    }
  }

  /** Null while its warm-up goes on, or slices that were not quiet are loaded again. */
  #warmedUp({ slices }: TimedProcess): WarmedUp | null {
    const { warmUpSlices: least, longestWarmUp: longest, slices: counted } = this.#plan
    const turned = slices.map(({ seconds, answers }, index) => {
      // Of its own CPU time: what others are at makes a server hardly colder.
      return { slice: index + 1, pipelining: 1, requests: answers, rate: answers / seconds, noise: null }
    })
    const warm = warmedUp(turned, { least, longest, counted, requests: defaultProtocol.warmupRequests })
    const quiet = slices.slice(warm?.turns).filter(({ isNoisy }) => !isNoisy).length
    const repeated = slices.length >= least + counted + Math.ceil(REPEATS * counted)
    return quiet >= counted || repeated ? warm : null
  }

  async #load(timed: TimedProcess): Promise<void> {
    const { sliceSeconds, pinning, connections, by: clock, warmUpSlices } = this.#plan
    const { part, process, slices } = timed
    const session = await this.#sessions.of(part.wire)
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
      throw new Error(process.withOutput(messageOf(error)))
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

  /** Microseconds per request, of the quiet slices; of all that count where these are too few. */
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

  async end(): Promise<void> {
    await this.#sessions.close()
  }
}
