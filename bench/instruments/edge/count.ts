/** Counts instructions of a worker: to its first right response, and per request. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Counted } from '../../../charts/instruments/edge/format.ts'
import { javascriptOf } from '../../../shared/results/counts-summary.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { WireName } from '../../../shared/scenarios/wire.ts'
import { countProcess } from '../../counters/count-process.ts'
import type { Counter } from '../../counters/counter.ts'
import { requestsFor } from '../../counters/requests.ts'
import { Sequence } from '../../counters/sequence.ts'
import { freePort, type Launch } from '../../host/server-process.ts'

/** Of processes whose compilers are eager. */
export const AMOUNTS = { requests: 500, step: 250, shortestWarmUp: 1_000, longestWarmUp: 1_000 }

export interface CountPlan {
  counter: Counter
  wire: WireName
  seed: number
  cpus: number[] | null
}

/** Milliseconds between attempts to get the first response. */
const PAUSE = 20

const protocolOf = (seed: number) => ({
  ...{ counter: 'qemu' as const, ...AMOUNTS },
  ...{ processes: 1, sideBySide: 1, seed },
})

const ringOf = (wire: WireName, seed: number) =>
  requestsFor({ scenario: updateUser, protocol: { seed } }, { manifest: { wire } }, { validOnly: true })

/** Counts a process under requests, by its first thread. @throws with the first wrong response */
export async function countRequests(launch: Launch, { counter, wire, seed, cpus }: CountPlan): Promise<Counted> {
  const plan = { counter, protocol: protocolOf(seed), ring: () => ringOf(wire, seed) }
  const process = await countProcess(plan, launch, cpus)
  return { perRequest: javascriptOf(process), settled: process.settled }
}

/** Counts a process from its start to its first right response, by all threads. */
export async function countStart(launch: Launch, { counter, wire, seed, cpus }: CountPlan): Promise<number> {
  const { javascript, others } = await counter.fromStart(launch, cpus, await freePort(), async ({ port, exited }) => {
    const sequence = new Sequence(ringOf(wire, seed), port)
    let isOver = false
    const isFirst = () =>
      sequence.send(1).then(
        () => true,
        () => sleep(PAUSE, false),
      )
    const first = async () => {
      while (!isOver) if (await isFirst()) return
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
