/** Profiles all servers of a scenario: fresh processes of each, round by round. */
import { messageOf } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { oneLine } from '../../shared/basics/text.ts'
import type { ProfiledProcess, ProfiledServer } from '../../shared/result/profile.ts'
import type { WireName } from '../../shared/scenarios/wire.ts'
import { buildServer } from '../contenders/build.ts'
import { deviationsFor } from '../contenders/concerns.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../contenders/servers.ts'
import { codeHash } from '../instructions/code-hash.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { LoadSession } from '../load/generator.ts'
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
  refusal: string | null
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
  const sessions = new Sessions(plan, servers)
  const tallies = new Map<Server, Tally>(
    servers.map((server) => [server, { processes: [], stacks: new Stacks(), refusal: null }]),
  )
  try {
    for (let round = 1; round <= protocol.processes; round++) {
      for (const server of random.shuffle([...servers])) {
        const tally = tallies.get(server) as Tally
        if (tally.refusal !== null) continue
        try {
          if (round === 1) await buildServer(server)
          const profiling: Profiling = { ...plan, session: (each) => sessions.of(each) }
          const profiled = await profileProcess(profiling, server, round, random, tally.stacks)
          tally.processes.push(profiled)
          observer.profiled(server, profiled, round)
        } catch (error) {
          tally.refusal = oneLine(messageOf(error))
          observer.refused(server, tally.refusal)
        }
      }
    }
  } finally {
    await sessions.close()
  }
  return servers.map((server) => serverProfile(server, tallies.get(server) as Tally, exporter))
}

function serverProfile(server: Server, { processes, stacks, refusal }: Tally, exporter: string): ServerProfile {
  const { name, manifest, version, runtime } = server
  const profile: ProfiledServer = {
    name,
    displayName: manifest.name ?? name,
    version,
    runtime: runtime.name,
    runtimeVersion: runtime.version,
    code: codeHash(server),
    processes,
    stacks: refusal === null ? `${name.replaceAll(/[^\w.-]+/g, '-')}.speedscope.json` : null,
    refusal,
  }
  return { server: profile, stacks: refusal === null ? stacks.file(name, exporter) : null }
}

/** Sessions of the generator by wire: one for all servers that share it. */
class Sessions {
  readonly #plan: Omit<Profiling, 'session'>
  readonly #sessions = new Map<WireName, Promise<LoadSession>>()
  readonly #except: string[]

  constructor(plan: Omit<Profiling, 'session'>, servers: readonly Server[]) {
    this.#plan = plan
    // The same load whichever servers take part: no case that one of the repository's answers in its own way.
    const folders = [...findServerFolders([SERVERS_DIR]), ...servers]
    this.#except = folders.flatMap(({ manifest }) => deviationsFor(manifest, plan.scenario).map((known) => known.case))
  }

  /** One that has ended is replaced. */
  async of({ manifest: { wire } }: Server): Promise<LoadSession> {
    const session = await (this.#sessions.get(wire) ?? this.#prepare(wire))
    return session.isOver ? this.#prepare(wire) : session
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values()) await session.then((ready) => ready.close()).catch(() => {})
  }

  #prepare(wire: WireName): Promise<LoadSession> {
    const { scenario, protocol, pinning } = this.#plan
    const { connections, pipelining, polling, seed } = protocol
    const load = { scenario: scenario.name, wire, connections, pipelining, polling, seed, except: this.#except }
    const session = builtin.prepare(load, pinning.generator)
    session.catch(() => {})
    this.#sessions.set(wire, session)
    return session
  }
}
