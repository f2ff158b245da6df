/** What has changed since a run was interrupted: rounds of two machines, sources or servers make no one run. */
import { existsSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../../shared/basics/errors.ts'
import { grouped, plural } from '../../shared/basics/text.ts'
import type { Environment } from '../../shared/result/environment.ts'
import { isSameSpeed, medianProbeTime } from '../../shared/result/machine-speed.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import {
  discoverServers,
  findServerFolders,
  type MissingServer,
  SERVERS_DIR,
  type Server,
} from '../contenders/servers.ts'
import { codeHash } from '../instructions/code-hash.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { changesDigest } from '../machine/source-digest.ts'
import { workMicroseconds } from '../machine/speed.ts'
import { COPY, type RunPlan, withCopy } from '../measure/run-plan.ts'
import { describeServer, type RunRecord, runtimesOf, serverRecords } from '../measure/run-record.ts'
import type { JournalContents, JournalHeader } from './journal.ts'

/** The same machine may report a little more or less memory from one start to the next. */
const SAME_MEMORY = 0.02

/** All but what a run does not ask of the machine at its beginning: its slices say how fast it was (`speedChange`). */
type Checked = Exclude<keyof Environment, 'workMicroseconds'>

const words: Record<Checked, string> = {
  cpuModel: 'the CPU',
  cpuCount: 'the number of CPUs',
  pinning: 'the CPUs of server and generator',
  memoryBytes: 'the memory',
  os: 'the OS',
  kernel: 'the kernel',
  arch: 'the architecture',
  runtimes: 'the runtimes',
  v8: 'the V8 of the suite',
  generatorVersion: 'the load generator',
  governor: 'the governor of the CPU’s frequency',
  cpuQuota: 'the CPU quota',
  lockfileHash: 'the lockfile',
  link: 'the network between the hosts',
}

/** Finds a server by its name in a result, which may say on which runtime it was put. */
export type FindServer = (servers: readonly Server[], name: string) => Server | undefined

/** The servers of a journal, as they are now. */
export function serversOf(
  { servers, run }: JournalHeader,
  scenario: Scenario,
  serverNamed: FindServer,
): { servers: Server[]; notInstalled: MissingServer[] } {
  const places = new Set([SERVERS_DIR, ...servers.map(({ directory }) => dirname(directory)).filter(existsSync)])
  const { installed, notInstalled } = discoverServers(findServerFolders([...places]), scenario.name)
  const own = servers.flatMap(({ name }) => (name === COPY ? [] : (serverNamed(installed, name) ?? [])))
  const missing = new Set(run.notInstalled.map(({ name }) => name))
  return {
    servers: servers.some(({ name }) => name === COPY) ? withCopy(own) : own,
    notInstalled: notInstalled.filter(({ name }) => missing.has(name)),
  }
}

/**
 * Ends a run that something was changed under while it paused; its journal stays.
 * @throws where there is a change, with each in words, and what can be made of the rounds
 */
export async function assertUnchangedInPause(
  journal: string,
  contents: JournalContents,
  plan: RunPlan,
  serverNamed: FindServer | undefined,
): Promise<void> {
  const { header, record } = contents
  const changes = [...changesInPause(header, plan, serverNamed), ...(await speedChange(record, plan.pinning.server))]
  if (changes.length === 0) return
  const resume = `npm run bench -- run --resume ${relative('', journal)}`
  throw new Error(
    `ends after ${plural(record.rounds.length, 'round')}, since what is measured has changed in the pause: ${changes.join('; ')}; ${resume} goes on once that is undone, and ${resume} --finish makes a result of the rounds that there are`,
  )
}

function changesInPause(header: JournalHeader, plan: RunPlan, serverNamed: FindServer | undefined): string[] {
  try {
    const servers = serverNamed ? serversOf(header, plan.scenario, serverNamed).servers : plan.servers
    return changesSince(header, { ...plan, servers })
  } catch (error) {
    // A manifest that somebody is writing, such as that.
    return [messageOf(error)]
  }
}

/** Times that a machine of another speed is looked at: a moment in which something else used its CPU passes. */
const LOOKS = 4
/** Milliseconds between two looks. */
const PATIENCE = 1_000

/**
 * In words, where the probe's work takes so much more or less time than before the slices of a record that this is another
 * machine, though all that it says of itself be the same; none where one of the times is not known.
 * @param cpus of the server
 * @param measure microseconds of the work now
 */
export async function speedChange(
  record: RunRecord,
  cpus: readonly number[] | null,
  measure = workMicroseconds,
  patience = PATIENCE,
): Promise<string[]> {
  const old = medianProbeTime({ servers: [...serverRecords(record).values()] })
  if (old === null || cpus === null) return []
  for (let look = 1; ; look++) {
    const here = await measure(cpus)
    if (here === null || isSameSpeed(old, here)) return []
    if (look === LOOKS)
      return [`the speed of the machine (the probe’s work took ${grouped(old)} µs, now ${grouped(here)} µs)`]
    await sleep(patience)
  }
}

/** Each change in words, with what it was and what it is; none where the run can be gone on with. */
export function changesSince(header: JournalHeader, plan: RunPlan): string[] {
  return [...machineChanges(header, plan), ...sourceChanges(header), ...serverChanges(header, plan)]
}

function machineChanges({ run }: JournalHeader, { servers, pinning, generator }: RunPlan): string[] {
  const old = run.environment
  const here = describeEnvironment(pinning, runtimesOf(servers), generator.version())
  const isSame = (key: Checked) =>
    key === 'memoryBytes' ? Math.abs(here[key] / old[key] - 1) <= SAME_MEMORY : isSameInFile(here[key], old[key])
  return (Object.keys(words) as Checked[])
    .filter((key) => !isSame(key))
    .map((key) => {
      return key === 'lockfileHash' ? words[key] : `${words[key]} (${shown(old[key])}, now ${shown(here[key])})`
    })
}

function sourceChanges({ run, changes }: JournalHeader): string[] {
  const { commit } = describeSource()
  if (commit !== run.source.commit) return [`the commit (${run.source.commit}, now ${commit})`]
  return changesDigest() === changes ? [] : ['the uncommitted changes of the sources']
}

function serverChanges({ run, servers }: JournalHeader, plan: RunPlan): string[] {
  return servers.flatMap(({ name, code }) => {
    const server = plan.servers.find((other) => other.name === name)
    if (!server) return [`server ${name} (it is not here any more)`]
    const [old, here] = [run.servers.find((other) => other.name === name), describeServer(plan.scenario, server)]
    if (old?.version !== here.version) return [`server ${name} (version ${old?.version}, now ${here.version})`]
    const isSame = isSameInFile(here, old) && codeHash(server) === code
    return isSame ? [] : [`server ${name} (its files, packages or manifest)`]
  })
}

function isSameInFile(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value) => JSON.parse(JSON.stringify(value ?? null)))
  return isDeepStrictEqual(first, second)
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
