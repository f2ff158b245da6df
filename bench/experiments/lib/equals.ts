/** Runs in which the baseline takes part twice: two equals, which no method may tell apart. */

import type { Protocol, Trial, UnsealedResult } from '../../../shared/result/format.ts'
import type { RatioEstimate } from '../../../shared/result/intervals.ts'
import { builtin } from '../../load/builtin/builtin.ts'
import type { Pinning } from '../../machine/cpus.ts'
import { type RunObserver, run } from '../../measure/run.ts'
import { BASELINE, COPY } from '../../measure/run-plan.ts'
import { scenario, serversNamed } from './experiment.ts'

const silent: RunObserver = {
  buildBegins() {},
  roundBegins() {},
  groupBegins() {},
  phase() {},
  trialEnds() {},
  roundEnds() {},
  pauseBegins() {},
  hostLost() {},
  refused(server, { reason }) {
    throw new Error(`${server.name} was refused: ${reason}`)
  },
}

/** The trials of the baseline, which comes first, of its copy, and of other servers. */
export async function measureWithCopy(
  others: readonly string[],
  protocol: Protocol,
  pinning: Pinning,
): Promise<Map<string, Trial[]>> {
  const { servers, copy } = await runWithCopy(others, protocol, pinning)
  const trials = new Map([...(copy ? [copy] : []), ...servers].map((server) => [server.name, server.trials]))
  return new Map([[BASELINE, trials.get(BASELINE) ?? []], ...trials])
}

async function runWithCopy(others: readonly string[], protocol: Protocol, pinning: Pinning): Promise<UnsealedResult> {
  const [baseline, ...more] = serversNamed(BASELINE, ...others)
  if (!baseline) throw new Error(`${BASELINE} is not installed`)
  const servers = [baseline, { ...baseline, name: COPY }, ...more]
  const plan = { scenario, servers, notInstalled: [], protocol, generator: builtin, pinning, calibration: null }
  return run({ ...plan, quick: false }, silent)
}

/** The copy's requests/s over the baseline's, as a run says it. */
export async function runEquals(protocol: Protocol, pinning: Pinning): Promise<RatioEstimate> {
  const { copy } = await runWithCopy([], protocol, pinning)
  const { ratio, low, high } = copy?.summary?.ratioToBaseline ?? { ratio: 1, low: null, high: null }
  if (low === null || high === null) throw new Error('two equals need two rounds at least')
  return { ratio, low, high }
}
