/** Compares two versions of a package by each metric: counted in fresh processes, interleaved, and loaded in the same rounds. */
import { Unmeasurable } from '../../../shared/basics/errors.ts'
import type { UnsealedResult } from '../../../shared/results/format.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import type { AMOUNTS, Counter } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import type { Pinning } from '../../host/cpus.ts'
import type { Server } from '../../host/servers.ts'
import { builtin } from '../../load/builtin/builtin.ts'
import { type ProtocolChoices, protocolOf } from '../../run/protocol.ts'
import { run } from '../../run/run.ts'
import { beginRecord } from '../../run/run-record.ts'
import { Progress } from '../../terminal/progress.ts'
import { countServers } from '../counts.ts'

/** Constant, so that every comparison uses the same requests. */
const COUNT_SEED = 1

interface CountOrder {
  counter: Counter
  scenario: Scenario
  servers: readonly Server[]
  processes: number
  amounts: Record<keyof typeof AMOUNTS, number>
  pinning: Pinning
}

/** @throws Unmeasurable if a version is disqualified */
export async function countBoth({ counter, scenario, servers, processes, amounts, pinning }: CountOrder) {
  const { lanes } = lanesFor(pinning)
  const protocol = { counter: 'qemu' as const, ...amounts, processes, sideBySide: lanes.length, seed: COUNT_SEED }
  const measured = await countServers({ counter, scenario, servers, protocol, lanes })
  const disqualified = measured.find(({ refusal }) => refusal !== null)
  if (disqualified) throw new Unmeasurable(`${disqualified.name}: ${disqualified.refusal}`)
  return { protocol, counterVersion: counter.version, selfCheck: counter.selfCheck, servers: measured }
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
  const plan = {
    scenario,
    servers: [...servers],
    notInstalled: [],
    protocol,
    generator: builtin,
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
