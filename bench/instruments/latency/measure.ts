/**
 * Latencies at given rates, from fresh processes of every server in each round. Servers run in small groups, are loaded
 * interleaved, one load each, so that conditions of the machine that last longer than a turn affect all of them, and none
 * is idle for so long that its runtime discards compiled code.
 */

import type { LatencyProcess, LatencyProtocol, LatencyServer } from '../../../charts/instruments/latency/format.ts'
import { significant } from '../../../charts/text/numbers.ts'
import { createRandom, type Random } from '../../../shared/basics/random.ts'
import { grouped } from '../../../shared/basics/text.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { buildServer } from '../../host/build.ts'
import { codeDigest } from '../../host/code-digest.ts'
import type { Pinning } from '../../host/cpus.ts'
import { Attempts, identityOf } from '../../host/identity.ts'
import type { Server } from '../../host/servers.ts'
import { prepareOpen } from '../../load/builtin/builtin.ts'
import type { OpenSession } from '../../load/open.ts'
import { dealGroups } from '../../run/round.ts'
import { exceptionsOf, Sessions } from '../../run/sessions.ts'
import { say } from '../../terminal/output.ts'
import { partOfJournal } from '../journal.ts'
import { ServerLoads } from './server-loads.ts'

interface LatencyPlan {
  scenario: Scenario
  servers: readonly Server[]
  protocol: LatencyProtocol
  pinning: Pinning
}

const LARGEST_SEED = 2 ** 31 - 1

/** Measures all servers. One that fails is disqualified; the others continue. No process outlives the call. */
export async function measureLatency(plan: LatencyPlan): Promise<LatencyServer[]> {
  const { servers, protocol } = plan
  const processes = new Map<Server, LatencyProcess[]>(servers.map((server) => [server, []]))
  const attempts = new Attempts<Server>(({ name }, reason) => say(`${name}: disqualified: ${reason}`))
  for (const server of servers) await attempts.attempt(server, () => buildServer(server))
  const kept = partOfJournal()
  const random = createRandom(protocol.seed)
  for (let round = 1; round <= protocol.rounds; round++) {
    say(`round ${round}/${protocol.rounds}`)
    const sessions = openSessions(plan, random)
    try {
      for (const group of dealGroups([], random.shuffle(servers), protocol.groupSize)) {
        const takeTurn = turns()
        await Promise.all(
          group.map((server) => {
            const seed = random.integer(0, LARGEST_SEED)
            return attempts.attempt(server, async () => {
              const session = () => sessions.of(server.manifest.wire)
              const loads = new ServerLoads({ ...plan, server, round, session, takeTurn, random: createRandom(seed) })
              const process = await kept(`${server.name}/${round}`, () => loads.measure())
              processes.get(server)?.push(process)
              say(lineOf(server.name, process))
            })
          }),
        )
      }
    } finally {
      await sessions.close()
    }
  }
  return servers.map((server) => {
    const refusal = attempts.reasonOf(server)
    // A disqualified server has no figures.
    const own = refusal === null ? (processes.get(server) ?? []) : []
    return { ...identityOf(server), code: codeDigest(server), processes: own, refusal }
  })
}

/** Returns the progress line of a measured process. */
function lineOf(name: string, { round, maximum, points }: LatencyProcess): string {
  const parts = points.flatMap(({ rate, load }) =>
    load ? [`${load.p99 === null ? '∞' : significant(load.p99)} at ${grouped(rate)}/s`] : [],
  )
  const settled = maximum.settled ? '' : ' (unsettled)'
  const p99 = parts.length === 0 ? '' : `, p99 ms ${parts.join(', ')}`
  return `${round}  ${name.padEnd(16)} maximum ${grouped(maximum.requestsPerSecond)}/s${settled}${p99}`
}

/** Returns a queue that runs one task at a time, in order, which interleaves its callers. */
function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

/** Opens the generator's processes of a round. Loads omit cases with a known deviation of any of the servers. */
function openSessions({ scenario, servers, protocol, pinning }: LatencyPlan, random: Random): Sessions<OpenSession> {
  const load = {
    scenario: scenario.name,
    connections: protocol.connections,
    polling: true,
    except: exceptionsOf(servers, scenario),
  }
  return new Sessions((wire) =>
    prepareOpen({ ...load, wire, seed: random.integer(0, LARGEST_SEED) }, pinning.generator),
  )
}
