/** Counts the instructions of a worker to its first right response. */
import { setTimeout as sleep } from 'node:timers/promises'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { WireName } from '../../../shared/scenarios/wire.ts'
import type { Counter } from '../../counters/counter.ts'
import { requestsFor } from '../../counters/requests.ts'
import { Sequence } from '../../counters/sequence.ts'
import { freePort, type Launch } from '../../host/server-process.ts'

/** Milliseconds between attempts. */
const PAUSE = 20

interface CountPlan {
  counter: Counter
  wire: WireName
  seed: number
  cpus: number[] | null
}

/** Counts those of all threads from the start of the process. */
export async function countStart(launch: Launch, { counter, wire, seed, cpus }: CountPlan): Promise<number> {
  const ring = requestsFor({ scenario: updateUser, protocol: { seed } }, { manifest: { wire } }, { validOnly: true })
  const { javascript, others } = await counter.fromStart(launch, cpus, await freePort(), async ({ port, exited }) => {
    const sequence = new Sequence(ring, port)
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
