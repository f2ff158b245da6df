/** Compares two versions of a package by each metric: counted in fresh processes, interleaved, and loaded in the same rounds. */
import { Unmeasurable } from '../../../shared/basics/errors.ts'
import type { UnsealedResult } from '../../../shared/results/format.ts'
import { countsStore, type UnsealedCounts } from '../../../shared/results/instructions.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import type { ReadyCounter } from '../../counters/counters.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { type Pinning, pinSelf } from '../../host/cpus.ts'
import { describeEnvironment, describeSource } from '../../host/environment.ts'
import type { Server } from '../../host/servers.ts'
import { generators } from '../../load/generators.ts'
import { type ProtocolChoices, protocolOf } from '../../run/protocol.ts'
import { run } from '../../run/run.ts'
import { beginRecord, runtimesOf } from '../../run/run-record.ts'
import { Progress } from '../../terminal/progress.ts'
import { countServers, countsProtocol } from '../counts.ts'

/** Constant, so that every comparison uses the same requests. */
const COUNT_SEED = 1

interface CountOrder {
  ready: ReadyCounter
  scenario: Scenario
  servers: readonly Server[]
  processes: number
  requests: number | undefined
  pinning: Pinning
}

/** @throws Unmeasurable if a version is disqualified */
export async function countBoth({ ready, scenario, servers, ...order }: CountOrder): Promise<UnsealedCounts> {
  const { counter, selfCheck } = ready
  const startedAt = new Date().toISOString()
  const { pinning, lanes } = lanesFor(counter, order.pinning)
  const protocol = countsProtocol(counter, lanes, { ...order, seed: COUNT_SEED })
  const environment = describeEnvironment(pinning, runtimesOf(servers), counter.version())
  if (!counter.emulates) pinSelf(pinning.generator)
  const counted = await countServers({ counter, scenario, servers, protocol, lanes })
  const disqualified = counted.find(({ refusal }) => refusal !== null)
  if (disqualified) throw new Unmeasurable(`${disqualified.name}: ${disqualified.refusal}`)
  return countsStore.complete({
    scenario: scenario.name,
    startedAt,
    finishedAt: new Date().toISOString(),
    protocol,
    counterVersion: counter.version(),
    selfCheck,
    environment,
    source: describeSource(),
    servers: counted,
    notInstalled: [],
    shard: null,
    merged: null,
  })
}

interface RunOrder {
  scenario: Scenario
  servers: readonly Server[]
  choices: ProtocolChoices
  pinning: Pinning
}

/** @throws Unmeasurable if a version is disqualified */
export async function runBoth({ scenario, servers, choices, pinning }: RunOrder): Promise<UnsealedResult> {
  const chosen = protocolOf(choices, servers.length)
  const protocol = { ...chosen, polling: chosen.polling && pinning.generator !== null }
  const generator = generators[protocol.generator]
  generator.check(protocol, scenario.name)
  const plan = {
    scenario,
    servers: [...servers],
    notInstalled: [],
    protocol,
    generator,
    pinning,
    quick: false,
  }
  const progress = new Progress(protocol, servers)
  try {
    const result = await run(plan, progress, beginRecord(plan))
    const refused = result.servers.find(({ refusal }) => refusal !== null)
    if (refused) throw new Unmeasurable(`${refused.name}: ${refused.refusal?.phase}: ${refused.refusal?.reason}`)
    return result
  } finally {
    progress.end()
  }
}
