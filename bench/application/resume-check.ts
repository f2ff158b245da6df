/** What has changed since a run was interrupted: rounds of two machines, sources or servers make no one run. */
import { isDeepStrictEqual } from 'node:util'
import type { Environment } from '../../shared/result/environment.ts'
import { codeHash } from '../instructions/code-hash.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { changesDigest } from '../machine/source-digest.ts'
import type { RunPlan } from '../measure/run-plan.ts'
import { describeServer, runtimesOf } from '../measure/run-record.ts'
import type { JournalHeader } from './journal.ts'

/** The same machine may report a little more or less memory from one start to the next. */
const SAME_MEMORY = 0.02

/** All but what a run does not ask of the machine at its beginning. */
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

/** Each change in words, with what it was and what it is; none where the run can be gone on with. */
export function changesSince(header: JournalHeader, plan: RunPlan): string[] {
  return [...machineChanges(header, plan), ...sourceChanges(header), ...serverChanges(header, plan)]
}

function machineChanges({ run }: JournalHeader, { servers, pinning, generator }: RunPlan): string[] {
  const old = run.environment
  const here = describeEnvironment(pinning, runtimesOf(servers), generator.version())
  const isSame = (key: Checked) =>
    key === 'memoryBytes'
      ? Math.abs(here[key] / old[key] - 1) <= SAME_MEMORY
      : isDeepStrictEqual(JSON.parse(JSON.stringify(here[key])), old[key])
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
    const isSame = isDeepStrictEqual(JSON.parse(JSON.stringify(here)), old) && codeHash(server) === code
    return isSame ? [] : [`server ${name} (its files, packages or manifest)`]
  })
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
