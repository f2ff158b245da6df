/** Runs of two equals: the baseline and its copy, which no method may tell apart. */
import type { Pinning } from '../cpus.ts'
import { autocannon } from '../generators/autocannon.ts'
import { type RatioEstimate, ratioInterval } from '../intervals.ts'
import type { Protocol, Trial } from '../result.ts'
import { BASELINE, COPY, type RunObserver, run } from '../run.ts'
import { scenario, serversNamed } from './experiment.ts'

const silent: RunObserver = {
  buildBegins() {},
  roundBegins() {},
  trialBegins() {},
  phase() {},
  trialEnds() {},
  roundEnds() {},
  refused(server, { reason }) {
    throw new Error(`${server.name} was refused: ${reason}`)
  },
}

/** Two equals measured at once: the copy's figure over the baseline's, paired within the rounds. */
export interface EqualsRun {
  seconds: number
  requestsPerSecond: RatioEstimate
  cpuPerRequest: RatioEstimate
}

export async function runEquals(protocol: Protocol, pinning: Pinning): Promise<EqualsRun> {
  const [baseline] = serversNamed(BASELINE)
  if (!baseline) throw new Error(`${BASELINE} is not installed`)
  const begin = performance.now()
  const servers = [baseline, { ...baseline, name: COPY }]
  const plan = { scenario, servers, notInstalled: [], protocol, generator: autocannon, pinning, calibration: null }
  const { servers: measured, copy } = await run({ ...plan, quick: false }, silent)
  const ratio = (figure: (trial: Trial) => number) =>
    ratioInterval(
      (copy?.trials ?? []).map((trial, i) => figure(trial) / figure(measured[0]?.trials[i] as Trial)),
    ) as RatioEstimate
  return {
    seconds: (performance.now() - begin) / 1000,
    requestsPerSecond: ratio((trial) => trial.requests.perSecond.mean),
    cpuPerRequest: ratio((trial) => trial.cpu.microsecondsPerRequest),
  }
}
