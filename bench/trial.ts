/** One trial, step by step: start, contract, warm-up, measurement, contract, stop. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../shared/random.ts'
import type { Scenario } from '../shared/scenario.ts'
import {
  type Behaviour,
  type ContractFailure,
  type ContractTerms,
  checkContract,
  checkContractBriefly,
  describeFailure,
  observeBehaviours,
} from './contract.ts'
import type { Pinning } from './cpus.ts'
import { messageOf, TrialFailure, type TrialPhase } from './errors.ts'
import type { LoadGenerator, LoadReport, LoadSession } from './generators/generator.ts'
import type { Protocol, Trial, Verdict } from './result.ts'
import { Sampler, type Usage } from './sampler.ts'
import { defaultLimits, type Limits, ServerProcess } from './server-process.ts'
import type { Server } from './servers.ts'
import { spreadOf } from './statistics.ts'

/** Milliseconds within which the end of a server that just failed to answer is known. */
const EXIT_NOTICE = 300

/** What a trial is made of. */
export interface TrialPlan {
  server: Server
  scenario: Scenario
  protocol: Protocol
  generator: LoadGenerator
  pinning: Pinning
  /** Counted from 1, both. */
  round: number
  position: number
  /** Whether to observe, after the measurement, what the contract does not judge. */
  observe: boolean
  limits?: Limits
}

export type TrialProgress = (phase: TrialPhase, requestsPerSecond?: number) => void

export interface TrialOutcome {
  trial: Trial
  /** Empty where the plan does not ask for them. */
  behaviours: Behaviour[]
}

/**
 * Runs a trial. Whatever happens, no process of it is left.
 * @throws TrialFailure with the phase and the reason
 */
export async function runTrial(plan: TrialPlan, progress: TrialProgress = () => {}): Promise<TrialOutcome> {
  const { server, scenario, protocol, pinning, limits = defaultLimits } = plan
  const startedAt = new Date()
  const begin = performance.now()
  // Every trial sends values of its own, and the same ones when the run is repeated with its seed.
  const seed = protocol.seed + 1_000 * plan.round + plan.position
  const terms: ContractTerms = {
    scenario,
    wire: server.manifest.wire,
    knownDeviations: server.manifest.knownDeviations,
    random: createRandom(seed),
  }

  progress('start')
  const { connections, pipelining } = protocol
  const load = { scenario: scenario.name, wire: server.manifest.wire, connections, pipelining, seed }
  const preparing = plan.generator.prepare(load, pinning.generator)
  preparing.catch(() => {})
  let process: ServerProcess | undefined
  let session: LoadSession | undefined
  const verdicts: Verdict[] = []
  try {
    process = await ServerProcess.start(server, pinning.server, limits)
    progress('contract')
    await honours(process, 'contract', checkContract(process.port, terms))
    session = await guard('generator', undefined, preparing)
    progress('warm-up')
    const warmUpBegin = performance.now()
    if (protocol.warmupSeconds > 0) {
      const warmUp = session.load(process.port, protocol.warmupSeconds, {
        progress: (rate) => progress('warm-up', rate),
      })
      await guard('warm-up', process, warmUp)
    }
    progress('measurement')
    const warmUpEnd = performance.now()
    const { report, usage } = await measure(process, session, protocol.durationSeconds, progress)
    refuseWrongAnswers(report)
    progress('contract after the load')
    await honours(process, 'contract after the load', checkContractBriefly(process.port, terms))
    const behaviours = plan.observe ? await observe(process, terms) : []
    await session.close()
    verdicts.push(...(await process.stop(limits)))
    const loaded = (warmUpEnd - warmUpBegin) / 1000 + report.seconds
    const total = (performance.now() - begin) / 1000
    const trial: Trial = {
      round: plan.round,
      position: plan.position,
      startedAt: startedAt.toISOString(),
      startupSeconds: process.startup / 1000,
      overheadSeconds: Math.max(0, total - loaded),
      ...figures(report, usage),
      verdicts,
    }
    return { trial, behaviours }
  } finally {
    await (session ?? (await preparing.catch(() => undefined)))?.close()
    await process?.stop(limits)
  }
}

async function measure(
  process: ServerProcess,
  session: LoadSession,
  seconds: number,
  progress: TrialProgress,
): Promise<{ report: LoadReport; usage: Usage }> {
  let sampler: Promise<Sampler> | undefined
  let usage: Promise<Usage> | undefined
  const load = session.load(process.port, seconds, {
    started: () => {
      sampler = Sampler.start(process.pid)
    },
    ended: () => {
      usage = sampler?.then((running) => running.stop())
    },
    progress: (rate) => progress('measurement', rate),
  })
  try {
    const report = await guard('measurement', process, load)
    return { report, usage: (await usage) as Usage }
  } finally {
    if (!usage) await sampler?.then((running) => running.stop())
  }
}

/** Waits for a step, unless the server ends first; a failure names the phase. */
async function guard<T>(phase: TrialPhase, server: ServerProcess | undefined, step: Promise<T>): Promise<T> {
  step.catch(() => {})
  try {
    return await (server ? Promise.race([step, server.exited]) : step)
  } catch (error) {
    if (error instanceof TrialFailure) throw error
    throw new TrialFailure(phase, server ? server.withStderr(messageOf(error)) : messageOf(error))
  }
}

async function honours(server: ServerProcess, phase: TrialPhase, checks: Promise<ContractFailure[]>): Promise<void> {
  const failures = await guard(phase, server, checks)
  const [first] = failures
  if (!first) return
  // Where the server ended on the call, its end says more than the missing answer.
  if (first.got.startsWith('no answer')) await guard(phase, server, sleep(EXIT_NOTICE))
  const more = failures.length > 1 ? ` (and ${failures.length - 1} more)` : ''
  throw new TrialFailure(phase, describeFailure(first) + more)
}

async function observe(server: ServerProcess, terms: ContractTerms): Promise<Behaviour[]> {
  const { behaviours, failures } = await guard('contract after the load', server, observeBehaviours(server.port, terms))
  const [first] = failures
  if (first) throw new TrialFailure('contract after the load', describeFailure(first))
  return behaviours
}

/** A number counts only when every response in its window was a right one. */
function refuseWrongAnswers(report: LoadReport): void {
  const refuse = (reason: string): never => {
    throw new TrialFailure('measurement', reason)
  }
  const of = `of ${report.completed} responses`
  if (report.completed === 0) refuse('answered no request')
  // First, since what comes after a lost connection may be taken for another request's answer.
  if (report.timeouts > 0) refuse(`${report.timeouts} requests timed out`)
  if (report.errors > 0) refuse(`${report.errors} connections failed or were closed under load`)
  if (report.non2xx > 0) refuse(`${report.non2xx} ${of} had a status other than 2xx`)
  if (report.wrong > 0) {
    const { expected, got } = report.firstWrong ?? { expected: '', got: '' }
    refuse(`${report.wrong} ${of} had a wrong body, such as ${got.slice(0, 200)} instead of ${expected.slice(0, 200)}`)
  }
}

/** The measured part of a trial's record. */
function figures(report: LoadReport, usage: Usage) {
  const perSecond = report.completed / report.seconds
  return {
    windowSeconds: report.seconds,
    requests: {
      total: report.completed,
      perSecond: { ...spreadOf(report.perSecond.length > 0 ? report.perSecond : [perSecond]), mean: perSecond },
      series: report.perSecond,
    },
    latency: report.latency,
    throughput: { received: report.bytesReceived / report.seconds, sent: report.bytesSent / report.seconds },
    memory: { peakBytes: usage.peakMemory, source: usage.peakSource, series: usage.memorySeries },
    cpu: {
      meanPercent: (usage.cpuSeconds / report.seconds) * 100,
      maxPercent: Math.max(0, ...usage.cpuSeries.map(([, percent]) => percent)),
      seconds: usage.cpuSeconds,
      microsecondsPerRequest: (usage.cpuSeconds / report.completed) * 1e6,
      series: usage.cpuSeries,
    },
    generator: { cpuPercent: (report.cpuSeconds / report.seconds) * 100 },
    errors: report.errors,
    timeouts: report.timeouts,
    non2xx: report.non2xx,
    checked: report.checked,
    wrong: report.wrong,
  } satisfies Partial<Trial>
}
