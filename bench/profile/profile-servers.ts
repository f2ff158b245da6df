/** Profiles all servers of a scenario: fresh processes of each, round by round. */
import { createRandom } from '../../shared/basics/random.ts'
import type { ProfiledProcess, ProfiledServer } from '../../shared/result/profile.ts'
import { buildServer } from '../contenders/build.ts'
import { codeDigest } from '../contenders/code-digest.ts'
import { Attempts, identityOf } from '../contenders/identity.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../contenders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { exceptionsOf, Sessions } from '../measure/sessions.ts'
import { type Profiling, profileProcess } from './profile-process.ts'
import { Stacks } from './stacks.ts'

export interface ProfileObserver {
  profiled(server: Server, process: ProfiledProcess, number: number): void
  refused(server: Server, reason: string): void
}

export interface ServerProfile {
  server: ProfiledServer
  /** The file of its stacks; null where it was refused. */
  stacks: string | null
}

interface Tally {
  processes: ProfiledProcess[]
  stacks: Stacks
}

/** @param exporter said to have made the stacks: program and version */
export async function profileServers(
  plan: Omit<Profiling, 'session'>,
  servers: readonly Server[],
  observer: ProfileObserver,
  exporter: string,
): Promise<ServerProfile[]> {
  const { protocol } = plan
  const random = createRandom(protocol.seed)
  const { scenario, pinning } = plan
  const { connections, pipelining, polling, seed } = protocol
  // The same load whichever servers take part: no case that one of the repository's answers in its own way.
  const except = exceptionsOf([...findServerFolders([SERVERS_DIR]), ...servers], scenario)
  const load = { scenario: scenario.name, connections, pipelining, polling, seed, except }
  const sessions = new Sessions((wire) => builtin.prepare({ ...load, wire }, pinning.generator))
  const attempts = new Attempts(observer.refused)
  const tallies = new Map<Server, Tally>(servers.map((server) => [server, { processes: [], stacks: new Stacks() }]))
  try {
    for (let round = 1; round <= protocol.processes; round++) {
      for (const server of random.shuffle([...servers])) {
        await attempts.attempt(server, async () => {
          const { processes, stacks } = tallies.get(server) as Tally
          if (round === 1) await buildServer(server)
          const profiling: Profiling = { ...plan, session: (each) => sessions.of(each.manifest.wire) }
          const profiled = await profileProcess(profiling, server, round, random, stacks)
          processes.push(profiled)
          observer.profiled(server, profiled, round)
        })
      }
    }
  } finally {
    await sessions.close()
  }
  return servers.map((server) => {
    const { processes, stacks } = tallies.get(server) as Tally
    const refusal = attempts.reasonOf(server)
    const file = refusal === null ? `${server.name.replaceAll(/[^\w.-]+/g, '-')}.speedscope.json` : null
    return {
      server: { ...identityOf(server), code: codeDigest(server), processes, stacks: file, refusal },
      stacks: file && stacks.file(server.name, exporter),
    }
  })
}
