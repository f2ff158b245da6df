/** The environment of an instrument whose figures are times: how fast the machine is belongs to it. */
import * as statistics from 'simple-statistics'
import type { Environment } from '../../shared/result/environment.ts'
import type { Pinning } from './cpus.ts'
import { describeEnvironment } from './environment.ts'
import { Probe } from './probe.ts'
import type { Runtime } from './runtimes.ts'

const TIMES = 25

/** Like `describeEnvironment`, with the time that the probe's fixed work takes on the server's CPU now. */
export async function describeTimedEnvironment(
  pinning: Pinning,
  runtimes: readonly Runtime[],
  generatorVersion: string,
): Promise<Environment> {
  const environment = describeEnvironment(pinning, runtimes, generatorVersion)
  return { ...environment, workMicroseconds: pinning.server && (await workMicroseconds(pinning.server)) }
}

/** The time that the probe's fixed work takes on these CPUs now, a median; null where the probe does not answer. */
async function workMicroseconds(cpus: readonly number[]): Promise<number | null> {
  const probe = await Probe.start(cpus)
  if (!probe) return null
  try {
    const times: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const measured = await probe.measure()
      if (measured) times.push(measured.server)
    }
    return times.length > 0 ? statistics.median(times) : null
  } finally {
    await probe.close()
  }
}
