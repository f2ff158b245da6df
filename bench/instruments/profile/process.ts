/**
 * Profiles a server once. A plain and a profiled fresh process of it are up at the same time and loaded interleaved, so that
 * CPU time with and without the profiler is from the same seconds.
 */
import type { PackageTime, ProfiledProcess, ProfileProtocol } from '../../../charts/instruments/profile/format.ts'
import { PART_NAMES } from '../../../charts/instruments/profile/parts.ts'
import type { Random } from '../../../shared/basics/random.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import type { Protocol } from '../../../shared/results/format.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import type { Pinning } from '../../host/cpus.ts'
import type { Server } from '../../host/servers.ts'
import type { LoadSession } from '../../load/generator.ts'
import { RunningTrial } from '../../run/running-trial.ts'
import { attribute, byPackage } from './attribute.ts'
import { readCpuProfile } from './cpu-profile.ts'
import { divide } from './divide.ts'
import { ObservedSession } from './observed-session.ts'
import { PROFILERS, type Profiler } from './profilers.ts'
import { Remote } from './remote.ts'
import { cpuTime, monotonicToWall, type Slice, sleepsOf, threadsNamed } from './slices.ts'
import { compiledLines, lineOnDisk } from './source-lines.ts'

export interface Profiling {
  scenario: Scenario
  protocol: ProfileProtocol
  pinning: Pinning
  /** A session of the generator for the server's wire. */
  session(server: Server): Promise<LoadSession>
}

/** Share of the CPU time below which a package is not listed. */
const LEAST_SHARE = 0.002

/** A slice of load with the profile of the process in it. */
interface ProfiledSlice {
  slice: Slice
  profile: unknown
}

/**
 * @param round from 1
 * @throws TrialFailure, or an error for a malformed profile
 */
export async function profileProcess(
  profiling: Profiling,
  server: Server,
  round: number,
  random: Random,
): Promise<ProfiledProcess> {
  const { flags, interval, turns } = profiling.protocol
  const profiler = PROFILERS[server.runtime.name]
  const remote = new Remote(server, { args: profiler.args(flags), env: profiler.env })
  const started: LoadedProcess[] = []
  const start = async (each: Server) => {
    const process = await LoadedProcess.start(profiling, each, round, random)
    started.push(process)
    return process
  }
  try {
    const [plain, profiled] = [await start(server), await start(remote.server)]
    const underProfiler = async (): Promise<ProfiledSlice> => {
      await remote.ask('begin profile', interval)
      const slice = await profiled.load()
      return { slice, profile: await remote.ask('end profile', interval) }
    }
    const settled = [await plain.warmUp(), await profiled.warmUp()].every(Boolean)
    // The first profile of a process makes V8 recompile some functions.
    await underProfiler()
    const slices: { plain: Slice[]; profiled: ProfiledSlice[] } = { plain: [], profiled: [] }
    for (let turn = 0; turn < turns; turn++) {
      for (const kind of random.shuffle(['plain', 'profiled'] as const)) {
        if (kind === 'plain') slices.plain.push(await plain.load())
        else slices.profiled.push(await underProfiler())
      }
    }
    // After all loads, since reading the compiled files takes time.
    const lineOf = profiler.movesLines ? compiledLines(await remote.ask('sources', interval)) : lineOnDisk
    for (const process of started) await process.finish()
    const { manifest, directory } = server
    const subject = { directory, library: manifest.validation.library }
    const packages = slices.profiled.flatMap(({ slice, profile }) => {
      const nodes = readCpuProfile(profile, slice.window, samplingOf(profiler, slice, interval))
      const { cpu, waiting } = slice.main
      return divide(attribute(nodes, subject, lineOf), { cpu: cpu * 1e6, waiting: waiting * 1e6 })
    })
    return { settled, plain: cpuTime(slices.plain).all, ...perRequest(packages, slices.profiled, profiler) }
  } finally {
    for (const process of started) await process.abandon()
    remote.close()
  }
}

function samplingOf({ thread, wallClock, samplesIdle }: Profiler, { threads }: Slice, interval: number) {
  return {
    offset: wallClock ? -monotonicToWall() : 0,
    looks: samplesIdle ? null : { sleeps: sleepsOf(threadsNamed(threads, thread)), interval },
  }
}

function perRequest(times: readonly PackageTime[], profiled: readonly ProfiledSlice[], { thread }: Profiler) {
  const slices = profiled.map(({ slice }) => slice)
  const requests = slices.reduce((sum, slice) => sum + slice.requests, 0)
  const { all, others } = cpuTime(slices, thread)
  const packages = byPackage(times).map((each) => ({ ...each, time: each.time / requests }))
  const parts = Object.fromEntries(PART_NAMES.map((part) => [part, 0])) as ProfiledProcess['parts']
  for (const { part, time } of packages) parts[part] += time
  return { parts: { ...parts, threads: others }, packages: packages.filter(({ time }) => time >= LEAST_SHARE * all) }
}

/** One process and its loads. */
class LoadedProcess {
  readonly #trial: RunningTrial
  readonly #session: ObservedSession
  #turn = 0

  private constructor(trial: RunningTrial, session: ObservedSession) {
    this.#trial = trial
    this.#session = session
    session.pid = trial.pid
  }

  static async start(profiling: Profiling, server: Server, round: number, random: Random): Promise<LoadedProcess> {
    const { scenario, pinning, protocol } = profiling
    const session = new ObservedSession(await profiling.session(server))
    const seed = random.integer(0, 2 ** 31 - 1)
    const plan = { server, scenario, pinning, round, group: 1, seed, protocol: trialProtocol(protocol) }
    return new LoadedProcess(await RunningTrial.start(plan, () => {}), session)
  }

  async load(): Promise<Slice> {
    const { report } = await this.#trial.loadSlice(this.#session, ++this.#turn)
    const observed = this.#session.take()
    const main = observed.threads.get(this.#trial.pid)
    if (!main) throw new Error('its first thread is not in /proc: a profile needs Linux')
    return { ...observed, requests: report.requests, main }
  }

  /** Loads until the server is warm, as in a run. Returns whether its rate had settled. */
  async warmUp(): Promise<boolean> {
    while (!this.#trial.isMeasured) await this.load()
    return this.#trial.record.warmUp.settled
  }

  finish(): Promise<unknown> {
    return this.#trial.finish(false)
  }

  abandon(): Promise<void> {
    return this.#trial.abandon()
  }
}

/** Returns a run's protocol, for the warm-up of each process. */
function trialProtocol({ sliceSeconds, longestWarmUp, polling, connections, seed }: ProfileProtocol): Protocol {
  const warmupSeconds = longestWarmUp * sliceSeconds
  return { ...defaultProtocol, sliceSeconds, warmupSeconds, polling, connections, seed }
}
