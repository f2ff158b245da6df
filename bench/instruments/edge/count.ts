/** Counts the instructions of a worker to its first right response. */
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { WireName } from '../../../shared/scenarios/wire.ts'
import type { Counter } from '../../counters/counter.ts'
import { requestsFor } from '../../counters/requests.ts'
import { freePort, type Launch } from '../../host/server-process.ts'
import { firstRightResponse } from '../first-response.ts'

/** Seconds for an emulated worker to respond. */
const LIMIT = 240

interface CountPlan {
  counter: Counter
  wire: WireName
  seed: number
  cpus: number[] | null
}

/** Counts those of all threads from the start of the process. */
export async function countStart(launch: Launch, { counter, wire, seed, cpus }: CountPlan): Promise<number> {
  const ring = requestsFor({ scenario: updateUser, protocol: { seed } }, { manifest: { wire } }, { validOnly: true })
  const { javascript, others } = await counter.fromStart(launch, cpus, await freePort(), async (process) => {
    await firstRightResponse(process, { ring, first: 0, limit: LIMIT, polling: false })
  })
  return javascript + others
}
