/**
 * Profiles a server once. A plain and a profiled fresh process of it are up at the same time and loaded interleaved, so that
 * CPU time with and without the profiler is from the same seconds.
 */
import type { Profiler } from 'node:inspector'
import type { Random } from '../../../shared/basics/random.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import type { Protocol } from '../../../shared/format/format.ts'
import { PART_NAMES, type PackageTime, type Part } from '../../../shared/probes/profile.ts'
import { defaultProtocol, defaultsOf } from '../../../shared/results/default-protocol.ts'
import { sum } from '../../../shared/stats/statistics.ts'
import type { Server } from '../../folders/servers.ts'
import type { LoadSession } from '../../load/generator.ts'
import type { Pinning } from '../../machine/cpus.ts'
import { withV8Flags } from '../../machine/runtimes.ts'
import type { Figures } from '../../measure/probe.ts'
import { type ThreadTimes, threadTimes, threadTimesBetween } from '../../processes/threads.ts'
import { RunningTrial } from '../../run/running-trial.ts'
import { freePort, HOST } from '../../server/server-process.ts'
import { attribute, byPackage, isDivided } from './attribute.ts'
import { readCpuProfile, type Window } from './cpu-profile.ts'
import { divide } from './divide.ts'
import { Inspector } from './inspector.ts'

const SLICE_SECONDS = 0.4

/**
 * The load of the default protocol. V8 attributes the time of an inlined function to its caller, so only small functions are
 * inlined; inlining none would cost up to a third more.
 */
export const CONDITIONS = {
  connections: defaultProtocol.connections,
  sliceSeconds: SLICE_SECONDS,
  /** Slices that count, of each of the two processes. */
  turns: 2,
  /** Slices. */
  longestWarmUp: defaultProtocol.warmupSeconds / SLICE_SECONDS,
  /** µs between samples. */
  interval: 500,
  /** Flags of V8 for the profiled process only. */
  flags: ['--max-inlined-bytecode-size=60', '--max-maglev-inlined-bytecode-size=60'],
}

type Conditions = typeof CONDITIONS & { polling: boolean }

interface Profiling {
  scenario: Scenario
  conditions: Conditions
  seed: number
  pinning: Pinning
  /** The generator's session for the server's wire. */
  session: LoadSession
}

/** Share of the CPU time below which a package is not listed. */
const LEAST_SHARE = 0.002

/** System name of V8's sampling thread. */
const SAMPLING_THREAD = 'v8:ProfEvntProc'

/** A slice of load. */
interface Slice {
  requests: number
  window: Window
  threads: ThreadTimes
}

interface ProfiledSlice extends Slice {
  profile: Profiler.Profile
}

/**
 * @param round from 1
 * @throws TrialFailure, or an error for a profile without samples of the load
 */
export async function profileProcess(
  profiling: Profiling,
  server: Server,
  round: number,
  random: Random,
): Promise<Figures> {
  const { flags, interval, turns } = profiling.conditions
  const port = await freePort()
  await using plain = await LoadedProcess.start(profiling, server, round, random)
  await using profiled = await LoadedProcess.start(
    profiling,
    withInspector(server, flags, port),
    round,
    random,
  )
  using inspector = await Inspector.connect(port)
  const underProfiler = async (): Promise<ProfiledSlice> => {
    await inspector.beginProfile(interval)
    const slice = await profiled.load()
    return { ...slice, profile: await inspector.endProfile() }
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
  const { parts, packages } = await partsOf(slices.profiled, profiled.trial.pid, server, inspector)
  for (const { trial } of [plain, profiled]) await trial.finish(false)
  const cpu = cpuTime(slices.plain, plain.trial.pid).all
  const profiledCpu = sum(PART_NAMES, (part) => parts[part])
  const shareOf = (time: number) => (time / profiledCpu) * cpu
  return {
    values: {
      cpu,
      ...Object.fromEntries(PART_NAMES.map((part) => [part, shareOf(parts[part])])),
      profiled: profiledCpu / cpu,
      settled: Number(settled),
    },
    evidence: packages.map((each) => ({ ...each, time: shareOf(each.time) })),
  }
}

/** Returns the server with an inspector on that port, and with flags of V8. */
function withInspector(server: Server, flags: readonly string[], port: number): Server {
  // Without the flag, V8 has lines only for functions compiled while profiling. Node sets it.
  const lines = server.runtime.name === 'deno' ? ['--detailed-line-info'] : []
  const runtime = withV8Flags(server.runtime, [...flags, ...lines])
  return {
    ...server,
    runtime: { ...runtime, args: [...runtime.args, `--inspect=${HOST}:${port}`] },
  }
}

/** Divides the CPU time of profiled slices, per request. */
async function partsOf(
  slices: readonly ProfiledSlice[],
  pid: number,
  { directory, manifest }: Server,
  inspector: Inspector,
): Promise<{ parts: Record<Part, number>; packages: PackageTime[] }> {
  const profiles = slices.map(({ profile, window }) => readCpuProfile(profile, window))
  const sources = await inspector.sources(
    new Set(profiles.flat().flatMap((node) => (isDivided(node) ? node.scriptId : []))),
  )
  const subject = { directory, library: manifest.validation.library, sources }
  const times = slices.flatMap((slice, i) => {
    const { cpu = 0, waiting = 0 } = slice.threads.get(pid) ?? {}
    return divide(attribute(profiles[i] ?? [], subject), { cpu: cpu * 1e6, waiting: waiting * 1e6 })
  })
  const { all, others, requests } = cpuTime(slices, pid)
  const packages = byPackage(times).map((each) => ({ ...each, time: each.time / requests }))
  const parts = Object.fromEntries(PART_NAMES.map((part) => [part, 0])) as Record<Part, number>
  for (const { part, time } of packages) parts[part] += time
  return {
    parts: { ...parts, threads: others },
    packages: packages.filter(({ time }) => time >= LEAST_SHARE * all),
  }
}

/** Returns the requests, and µs per request of all threads except the profiler's, and of all but the first. */
function cpuTime(
  slices: readonly Slice[],
  pid: number,
): { requests: number; all: number; others: number } {
  const requests = sum(slices, (slice) => slice.requests)
  const main = sum(slices, ({ threads }) => threads.get(pid)?.cpu ?? 0)
  const all = sum(slices, ({ threads }) =>
    sum([...threads.values()], ({ name, cpu }) => (name === SAMPLING_THREAD ? 0 : cpu)),
  )
  return {
    requests,
    all: (1e6 * all) / requests,
    others: (1e6 * Math.max(0, all - main)) / requests,
  }
}

/** One process and its loads. */
class LoadedProcess {
  readonly trial: RunningTrial
  readonly #session: LoadSession
  #window: Window = { begin: 0, end: 0 }
  #threads: ThreadTimes = new Map()
  #turn = 0

  private constructor(trial: RunningTrial, session: LoadSession) {
    this.trial = trial
    this.#session = {
      load: (port, seconds, watch = {}) =>
        session.load(port, seconds, {
          started: () => {
            this.#window.begin = monotonicMicroseconds()
            this.#threads = threadTimes(trial.pid)
            watch.started?.()
          },
          ended: () => {
            this.#window.end = monotonicMicroseconds()
            this.#threads = threadTimesBetween(this.#threads, threadTimes(trial.pid))
            watch.ended?.()
          },
        }),
      release: async (port) => session.release?.(port),
      close: async () => {},
    }
  }

  static async start(
    profiling: Profiling,
    server: Server,
    round: number,
    random: Random,
  ): Promise<LoadedProcess> {
    const { scenario, pinning, conditions, session } = profiling
    const seed = random.seed()
    const plan = {
      server,
      scenario,
      pinning,
      round,
      group: 1,
      seed,
      protocol: trialProtocol(scenario.name, conditions, profiling.seed),
    }
    return new LoadedProcess(await RunningTrial.start(plan), session)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.trial[Symbol.asyncDispose]()
  }

  async load(): Promise<Slice> {
    const { report } = await this.trial.loadSlice(this.#session, ++this.#turn)
    return { requests: report.requests, window: { ...this.#window }, threads: this.#threads }
  }

  /** Loads until the server is warm, as in a run. Returns whether its rate had settled. */
  async warmUp(): Promise<boolean> {
    while (!this.trial.isMeasured) await this.load()
    return this.trial.record.evidence.warmUp.settled
  }
}

/** Returns µs of the system's monotonic clock, which V8's profiles use. */
function monotonicMicroseconds(): number {
  return Number(process.hrtime.bigint()) / 1e3
}

/** Returns a run's protocol, for the warm-up of each process. */
function trialProtocol(
  scenario: string,
  { sliceSeconds, longestWarmUp, polling, connections }: Conditions,
  seed: number,
): Protocol {
  const warmupSeconds = longestWarmUp * sliceSeconds
  return { ...defaultsOf(scenario), sliceSeconds, warmupSeconds, polling, connections, seed }
}
