/**
 * Profiles a server once. Three fresh processes of it are up at the same time and loaded interleaved: one plain, one with its
 * garbage collections observed, and one profiled. So CPU time with and without the profiler is from the same seconds.
 */

import type { PackageTime, ProfiledProcess, ProfileProtocol } from '../../../charts/instruments/profile/format.ts'
import type { Random } from '../../../shared/basics/random.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import type { Protocol } from '../../../shared/results/format.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import type { Pinning } from '../../host/cpus.ts'
import type { Server } from '../../host/servers.ts'
import type { LoadSession } from '../../load/generator.ts'
import { RunningTrial } from '../../run/running-trial.ts'
import { attribute } from './attribute.ts'
import { CollectionTally } from './collections.ts'
import { readCpuProfile } from './cpu-profile.ts'
import { divide, emptyParts } from './divide.ts'
import { ObservedSession } from './observed-session.ts'
import { PROFILERS, type Profiler } from './profilers.ts'
import { Remote } from './remote.ts'
import { cpuTime, monotonicToWall, type Slice, sleepsOf, threadsNamed, timeOf } from './slices.ts'
import { compiledLines, type LineOf, lineOnDisk } from './source-lines.ts'
import type { Stacks } from './stacks.ts'

export interface Profiling {
  scenario: Scenario
  protocol: ProfileProtocol
  pinning: Pinning
  /** A session of the generator for the server's wire. */
  session(server: Server): Promise<LoadSession>
}

/** Share of the CPU time below which a package is not listed. */
const LEAST_SHARE = 0.002

const KINDS = ['plain', 'watched', 'profiled'] as const
type Kind = (typeof KINDS)[number]

/**
 * @param round from 1
 * @param stacks of the server; the profiles are added to it
 * @throws TrialFailure, or an error for a malformed profile
 */
export async function profileProcess(
  profiling: Profiling,
  server: Server,
  round: number,
  random: Random,
  stacks: Stacks,
): Promise<ProfiledProcess> {
  const begin = performance.now()
  const profiler = PROFILERS[server.runtime.name]
  const options = { args: profiler.args(profiling.protocol.flags), env: profiler.env }
  const remotes = { watched: new Remote(server), profiled: new Remote(server, options) }
  const started: LoadedProcess[] = []
  const start = async (each: Server) => {
    const subject = await LoadedProcess.start(profiling, each, round, random)
    started.push(subject)
    return subject
  }
  try {
    const subjects = {
      plain: await start(server),
      watched: await start(remotes.watched.server),
      profiled: await start(remotes.profiled.server),
    }
    const measured = await new Turns(profiling, profiler, subjects, remotes, stacks).take(random)
    for (const subject of started) await subject.finish()
    return { seconds: (performance.now() - begin) / 1000, ...measured }
  } finally {
    for (const subject of started) await subject.abandon()
    for (const remote of Object.values(remotes)) remote.close()
  }
}

/** One process and its loads. */
class LoadedProcess {
  readonly #trial: RunningTrial
  readonly #session: ObservedSession
  #turn = 0
  noisy = 0

  private constructor(trial: RunningTrial, session: ObservedSession) {
    this.#trial = trial
    this.#session = session
    session.pid = trial.pid
  }

  static async start(profiling: Profiling, server: Server, round: number, random: Random): Promise<LoadedProcess> {
    const { scenario, pinning, protocol } = profiling
    const session = new ObservedSession(await profiling.session(server))
    const seed = random.integer(0, 2 ** 31 - 1)
    const plan = {
      server,
      scenario,
      pinning,
      round,
      group: 1,
      seed,
    }
    return new LoadedProcess(
      await RunningTrial.start({ ...plan, protocol: trialProtocol(protocol) }, () => {}),
      session,
    )
  }

  async load(): Promise<Slice> {
    const { report, noise } = await this.#trial.loadSlice(this.#session, ++this.#turn)
    if (noise !== null) this.noisy++
    const observed = this.#session.take()
    const first = observed.threads.get(this.#trial.pid)
    if (!first) throw new Error('its first thread is not in /proc: a profile needs Linux')
    return { ...observed, requests: report.requests, seconds: report.seconds, main: first }
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

/** The interleaved loads of all three processes, and their evaluation. */
class Turns {
  readonly #profiling: Profiling
  readonly #profiler: Profiler
  readonly #subjects: Record<Kind, LoadedProcess>
  readonly #remotes: Record<'watched' | 'profiled', Remote>
  readonly #stacks: Stacks
  readonly #slices: Record<Kind, Slice[]> = { plain: [], watched: [], profiled: [] }
  readonly #profiles: { answer: unknown; slice: Slice }[] = []
  readonly #collections = new CollectionTally()
  readonly #parts = emptyParts()
  readonly #packages = new Map<string, PackageTime>()
  #samples = 0

  constructor(
    profiling: Profiling,
    profiler: Profiler,
    subjects: Record<Kind, LoadedProcess>,
    remotes: Record<'watched' | 'profiled', Remote>,
    stacks: Stacks,
  ) {
    this.#profiling = profiling
    this.#profiler = profiler
    this.#subjects = subjects
    this.#remotes = remotes
    this.#stacks = stacks
  }

  async take(random: Random): Promise<Omit<ProfiledProcess, 'seconds'>> {
    const { turns } = this.#profiling.protocol
    const subjects = Object.values(this.#subjects)
    const settled: boolean[] = []
    for (const subject of subjects) settled.push(await subject.warmUp())
    // The first profile of a process makes V8 recompile some functions.
    await this.#underProfiler()
    for (const subject of subjects) subject.noisy = 0
    for (let turn = 0; turn < turns; turn++) {
      for (const kind of random.shuffle(KINDS)) this.#slices[kind].push(await this.#load(kind))
    }
    await this.#attribute()
    const { plain, watched, profiled } = this.#slices
    const sum = (value: (slice: Slice) => number) => profiled.reduce((total, slice) => total + value(slice), 0)
    const requests = sum((slice) => slice.requests)
    const figures = cpuTime(profiled, this.#profiler.thread)
    this.#parts.threads = figures.others * requests
    const perRequest = (time: number) => time / requests
    const least = LEAST_SHARE * requests * (figures.main + figures.others)
    return {
      settled: settled.every(Boolean),
      noisySlices: subjects.reduce((sum, { noisy }) => sum + noisy, 0),
      plain: cpuTime(plain),
      watched: cpuTime(watched),
      profiled: {
        ...figures,
        samples: this.#samples,
        profiler: perRequest(sum(({ threads }) => timeOf(threadsNamed(threads, this.#profiler.thread)))),
      },
      parts: Object.fromEntries(
        Object.entries(this.#parts).map(([part, time]) => [part, perRequest(time)]),
      ) as ProfiledProcess['parts'],
      packages: [...this.#packages.values()]
        .filter(({ time }) => time >= least)
        .sort((a, b) => b.time - a.time)
        .map((each) => ({ ...each, time: perRequest(each.time) })),
      collections: this.#profiler.reportsCollections ? this.#collections.figures : null,
    }
  }

  async #load(kind: Kind): Promise<Slice> {
    const { plain, watched } = this.#subjects
    if (kind === 'plain') return plain.load()
    if (kind === 'watched' && !this.#profiler.reportsCollections) return watched.load()
    if (kind === 'watched') {
      const { interval } = this.#profiling.protocol
      await this.#remotes.watched.ask('begin collections', interval)
      const slice = await watched.load()
      this.#collections.add(await this.#remotes.watched.ask('end collections', interval), slice.window, slice.requests)
      return slice
    }
    const { answer, slice } = await this.#underProfiler()
    this.#profiles.push({ answer, slice })
    return slice
  }

  async #underProfiler(): Promise<{ answer: unknown; slice: Slice }> {
    const { interval } = this.#profiling.protocol
    await this.#remotes.profiled.ask('begin profile', interval)
    const slice = await this.#subjects.profiled.load()
    return { answer: await this.#remotes.profiled.ask('end profile', interval), slice }
  }

  /** Runs after all loads, since reading the compiled files takes time. */
  async #attribute(): Promise<void> {
    const { profiled } = this.#remotes
    const isCompiled = this.#profiler.movesLines
    const lineOf = isCompiled
      ? compiledLines(await profiled.ask('sources', this.#profiling.protocol.interval))
      : lineOnDisk
    for (const { answer, slice } of this.#profiles) this.#add(answer, slice, lineOf)
  }

  #add(answer: unknown, { window, main, requests, threads }: Slice, lineOf: LineOf): void {
    const { thread, wallClock, samplesIdle } = this.#profiler
    const { interval } = this.#profiling.protocol
    const { nodes, samples } = readCpuProfile(answer, window, {
      offset: wallClock ? -monotonicToWall() : 0,
      looks: samplesIdle ? null : { sleeps: sleepsOf(threadsNamed(threads, thread)), interval },
    })
    const attributed = attribute(nodes, this.#remotes.profiled.server.directory, lineOf)
    const divided = divide(attributed, { cpu: main.cpu * 1e6, waiting: main.waiting * 1e6 })
    this.#stacks.add(attributed, divided, requests)
    this.#samples += samples
    for (const each of divided.packages) {
      const key = `${each.package}\0${each.part}`
      this.#packages.set(key, { ...each, time: (this.#packages.get(key)?.time ?? 0) + each.time })
      this.#parts[each.part] += each.time
    }
  }
}

/** Returns a run's protocol, for the warm-up of each process. */
function trialProtocol({ sliceSeconds, longestWarmUp, polling, connections, seed }: ProfileProtocol): Protocol {
  const warmupSeconds = longestWarmUp * sliceSeconds
  return { ...defaultProtocol, sliceSeconds, warmupSeconds, polling, connections, seed }
}
