/** Measures two versions of a package under one server, in turns, says what they come to, and writes the file. */

import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { messageOf, Unmeasurable } from '../../../shared/basics/errors.ts'
import { oneLine, plural } from '../../../shared/basics/text.ts'
import type { CounterKind } from '../../../shared/result/instructions.ts'
import { sixDigits } from '../../../shared/result/statistics.ts'
import { type UnsealedVersions, type VersionsSide, versionsStore } from '../../../shared/result/versions.ts'
import { unmeasurableMarkdown, versionsMarkdown, versionsText } from '../../../shared/result/versions-report.ts'
import { failedVerdicts, versionsVerdicts } from '../../../shared/result/versions-verdict.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { assertFree } from '../../application/assert-free.ts'
import { publishPages } from '../../application/publishing.ts'
import { sayWritten } from '../../application/run-instrument.ts'
import { buildServer } from '../../contenders/build.ts'
import type { Server, ServerFolder } from '../../contenders/servers.ts'
import { checkContract } from '../../contract/contract.ts'
import { type ContractFailure, describeFailure } from '../../contract/exchange.ts'
import { contractTerms, VerifiedServer } from '../../contract/verify.ts'
import { counterOrNone, readyCounter } from '../../counters/counters.ts'
import { detectPinning } from '../../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../../machine/environment.ts'
import { lockMachine, unlockMachine } from '../../machine/lock.ts'
import { npm } from '../../machine/npm.ts'
import { makeScratch, removeScratch } from '../../machine/scratch.ts'
import type { ProtocolChoices } from '../../measure/protocol.ts'
import { complain, say } from '../../terminal/output.ts'
import { countBoth, runBoth } from './metrics.ts'
import { makePlace, type Place } from './place.ts'
import type { Pair } from './spec.ts'

export interface VersionsOptions {
  pair: Pair
  folder: ServerFolder
  scenario: Scenario
  metric: 'both' | 'instructions' | 'requests'
  /** Of the run. */
  protocol: ProtocolChoices
  counter: CounterKind | undefined
  /** Fresh ones of each version that are counted. */
  processes: number
  /** Counted in each process; as many as the counter has time for where it is left out. */
  requests: number | undefined
  failBelow: number | undefined
  out: string | undefined
  /** Where a summary in Markdown is written, whatever comes out. */
  summary: string | undefined
}

/** Bytes that no file of two versions exceeds. */
const SIZE = 2_000_000

/** Exit status where nothing can be said of the two. */
const UNMEASURABLE = 3

const NOT_COUNTED = { ready: null, notCounted: null }

/** @returns the exit status: 1 where the gate failed, 3 where the two could not be measured, which one line says */
export async function versionsAndReport(options: VersionsOptions): Promise<number> {
  const { failBelow, out, summary } = options
  await lockMachine(say)
  const startedAt = new Date().toISOString()
  const path = out ?? versionsStore.path({ startedAt })
  const workshop = makeScratch('bench-versions-')
  try {
    assertFree(path, SIZE)
    const versions = await measured(options, workshop, startedAt)
    say(`\n${versionsText(versions)}\n`)
    versionsStore.write(path, versions)
    sayWritten(path, startedAt, versions.finishedAt)
    if (summary) writeFileAtomically(summary, `${versionsMarkdown(versions)}\n`)
    if (!out) await publishPages()
    if (failBelow !== undefined && versionsVerdicts(versions).every(({ difference }) => difference === 'unknown')) {
      throw new Unmeasurable('the load generator was the limit of both: count instructions, or use another --generator')
    }
    return failedVerdicts(versions).length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof Unmeasurable)) throw error
    const reason = oneLine(error.message)
    complain(`could not be measured: ${reason}`)
    if (summary) writeFileAtomically(summary, `${unmeasurableMarkdown(reason)}\n`)
    return UNMEASURABLE
  } finally {
    removeScratch(workshop)
    unlockMachine()
  }
}

async function measured(
  { pair, folder, scenario, metric, ...options }: VersionsOptions,
  workshop: string,
  startedAt: string,
): Promise<UnsealedVersions> {
  // Before minutes of installing: who asks for counts alone must have a counter.
  const { ready, notCounted } = await counterFor(metric, options.counter)
  if (notCounted) say(`instructions are not counted: ${notCounted}`)
  const pinning = detectPinning()
  const source = describeSource()
  const places = await makePlaces(pair, folder, scenario, workshop)
  const servers = places.map(({ server }) => server)
  const environment = describeEnvironment(
    pinning,
    servers.slice(0, 1).map(({ runtime }) => runtime),
    `npm ${await npmVersion(workshop)}`,
  )
  const counts = ready ? await countBoth({ ready, scenario, servers, ...options }) : null
  const run =
    metric === 'instructions' ? null : await runBoth({ scenario, servers, choices: options.protocol, pinning })
  return sixDigits(
    versionsStore.complete({
      package: pair.specs[0].name,
      server: folder.name,
      scenario: scenario.name,
      startedAt,
      finishedAt: new Date().toISOString(),
      environment,
      source,
      first: sideOf(pair, places, 0),
      second: sideOf(pair, places, 1),
      counts,
      notCounted,
      run,
      failBelow: options.failBelow ?? null,
    }),
  )
}

function counterFor(metric: VersionsOptions['metric'], kind: CounterKind | undefined) {
  if (metric === 'both') return counterOrNone(kind)
  return metric === 'requests' ? NOT_COUNTED : readyCounter(kind).then((ready) => ({ ready, notCounted: null }))
}

/** Both servers, installed and held against the contract. */
async function makePlaces(
  { specs, labels }: Pair,
  folder: ServerFolder,
  scenario: Scenario,
  workshop: string,
): Promise<Place[]> {
  const places: Place[] = []
  for (const [i, spec] of specs.entries()) {
    const label = labels[i] as string
    const place = await makePlace({ workshop, name: String(i + 1), spec, label, folder, scenario })
    say(`${label}: ${spec.name} ${place.version} under ${folder.name}, ${plural(place.closure.length, 'package')}`)
    await assertKept(place.server, scenario)
    places.push(place)
  }
  return places
}

/** @throws Unmeasurable where the server is not built, does not start, or breaks the contract */
async function assertKept(server: Server, scenario: Scenario): Promise<void> {
  let failures: ContractFailure[]
  try {
    await buildServer(server)
    const subject = await VerifiedServer.start(server)
    try {
      failures = await subject.withEnd(await checkContract(subject.port, contractTerms(server, scenario, 1)))
    } finally {
      await subject.stop()
    }
  } catch (error) {
    throw new Unmeasurable(`${server.name}: ${messageOf(error)}`)
  }
  const [failure] = failures
  if (failure)
    throw new Unmeasurable(`${server.name} breaks the contract of ${scenario.name}: ${describeFailure(failure)}`)
}

function sideOf({ specs, labels }: Pair, places: readonly Place[], i: 0 | 1): VersionsSide {
  const { version, closure } = places[i] as Place
  const packages = [...new Set(closure.map((each) => `${each.name}@${each.version}`))].sort()
  return { label: labels[i], spec: specs[i].shown, version, packages }
}

async function npmVersion(workshop: string): Promise<string> {
  return (await npm(['--version'], workshop)).trim()
}
