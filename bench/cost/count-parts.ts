/** Counts what each part executes for a request: fresh processes, in a random order that is another one in each round. */
import type { Random } from '../../shared/basics/random.ts'
import { javascriptOf } from '../../shared/result/counts-summary.ts'
import type { CountsProtocol } from '../../shared/result/instructions.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { inLanes, requestsFor } from '../instructions/count.ts'
import { countProcess } from '../instructions/count-process.ts'
import type { Counter } from '../instructions/counter.ts'
import type { Part } from './parts.ts'
import type { CostTally } from './tally.ts'

export interface CountPlan {
  counter: Counter
  protocol: CountsProtocol
  parts: readonly Part[]
  /** Of each part that is counted at a time; null where nothing is pinned. */
  lanes: readonly (number[] | null)[]
  random: Random
}

export async function countParts(plan: CountPlan, tally: CostTally): Promise<void> {
  const { counter, protocol, parts, lanes, random } = plan
  const ring = ({ answers: { wire, ...answers } }: Part) =>
    requestsFor({ scenario: updateUser, protocol }, { manifest: { wire } }, answers)
  for (let round = 1; round <= protocol.processes; round++) {
    await inLanes(lanes, random.shuffle(parts), (part, cpus) =>
      tally.attempt(part, async () => {
        const counted = await countProcess({ counter, protocol, ring }, part, cpus)
        tally.counted(part, javascriptOf(counted), counted.settled)
      }),
    )
  }
}
