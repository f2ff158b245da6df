/** Counts instructions of a worker: to its first right response, and per request. */
import { setTimeout as sleep } from 'node:timers/promises'
import { javascriptOf } from '../../../shared/results/counts-summary.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { WireName } from '../../../shared/scenarios/wire.ts'
import { countProcess } from '../../counters/count-process.ts'
import type { Counter } from '../../counters/counter.ts'
import { requestsFor } from '../../counters/requests.ts'
import { Sequence } from '../../counters/sequence.ts'
import { freePort, type Launch } from '../../host/server-process.ts'

/** Of processes whose compilers are eager. Few, since the emulated start takes longest. */
export const AMOUNTS = { requests: 200, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }

/** Milliseconds between attempts to get the first response. */
const PAUSE = 20

export interface CountPlan {
  counter: Counter
  wire: WireName
  seed: number
  cpus: number[] | null
}

const ringOf = ({ wire, seed }: CountPlan) =>
  requestsFor({ scenario: updateUser, protocol: { seed } }, { manifest: { wire } }, { validOnly: true })

/** Counts those of the first thread per request. @throws with the first wrong response */
export async function countRequests(launch: Launch, plan: CountPlan): Promise<number> {
  const { counter, seed, cpus } = plan
  const protocol = { counter: 'qemu' as const, ...AMOUNTS, processes: 1, sideBySide: 1, seed }
  return javascriptOf(await countProcess({ counter, protocol, ring: () => ringOf(plan) }, launch, cpus))
}

/** Counts those of all threads until the first right response. */
export async function countStart(launch: Launch, plan: CountPlan): Promise<number> {
  const { counter, cpus } = plan
  const { javascript, others } = await counter.fromStart(launch, cpus, await freePort(), async ({ port, exited }) => {
    const sequence = new Sequence(ringOf(plan), port)
    let isOver = false
    const isRight = () =>
      sequence.send(1).then(
        () => true,
        () => sleep(PAUSE, isOver),
      )
    const first = async () => {
      while (!(await isRight()));
    }
    try {
      await Promise.race([first(), exited])
    } finally {
      isOver = true
      sequence.close()
    }
  })
  return javascript + others
}
