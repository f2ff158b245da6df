/** Loads one fresh process of a server by each generator. */
import { messageOf } from '../../../shared/basics/errors.ts'
import { grouped } from '../../../shared/basics/text.ts'
import type { ProgramFigures } from '../../../shared/probes/generator-figures.ts'
import type { LoadSession, LoadWatch } from '../../load/generator.ts'
import type { FailedPart, Figures } from '../../measure/probe.ts'
import { isAlive, processTree } from '../../processes/processes.ts'
import { involuntarySwitches } from '../../processes/sampler.ts'
import type { RunningTrial } from '../../run/running-trial.ts'
import { type FiguringSession, failuresIn, type LoadedBy } from './session.ts'

/** A turn behind every warm-up. */
const AFTER_WARM_UP = 1_000

/** Loads a server by one generator. @throws if the server has ended */
export async function loadedBy(
  trial: RunningTrial,
  session: FiguringSession,
  settled: boolean,
): Promise<Figures | FailedPart> {
  const counting = countingSwitches(session, await processTree(trial.pid))
  try {
    const { usage, noise } = await trial.loadSlice(counting.session, AFTER_WARM_UP)
    const figures = session.figures as LoadedBy
    const { requests, seconds } = figures
    const { values, evidence } = loadFigures(figures)
    const isKnown = usage.kernel !== null
    return {
      values: {
        ...values,
        serverCpu: isKnown ? (1e6 * usage.cpuSeconds) / requests : null,
        serverBusy: isKnown ? (100 * usage.cpuSeconds) / seconds : null,
        switches: counting.switches === null ? null : (1_000 * counting.switches) / requests,
        settled: Number(settled),
        noise,
      },
      evidence,
    }
  } catch (error) {
    if (!isAlive(trial.pid)) throw error
    return { disqualified: faultIn(session.figures) ?? messageOf(error) }
  }
}

/** Returns the values that are a generator's own. */
export function loadFigures(figures: LoadedBy): Figures & Pick<Required<Figures>, 'evidence'> {
  const { requests, seconds, latency, rateSd, rateMax, bytes, cpuSeconds, busy } = figures
  return {
    values: {
      perSecond: requests / seconds,
      ...latency,
      rateSd,
      rateMax,
      requests,
      megabytes: bytes === null ? null : bytes / seconds / 1e6,
      ownCpu: (1e6 * cpuSeconds) / requests,
      busy,
    },
    evidence: figures.statuses,
  }
}

/** Returns what a program counted that is no success; null if there is nothing. */
export function faultIn(figures: ProgramFigures | null): string | null {
  if (figures === null) return null
  const { statuses, requests, errors, timeouts } = figures
  const faults = [
    ...failuresIn(statuses).map(
      ([kind, number]) => `${grouped(number)} of ${grouped(requests)} responses were ${kind}`,
    ),
    ...(errors > 0 ? [`${grouped(errors)} connections failed or were closed`] : []),
    ...(timeouts > 0 ? [`${grouped(timeouts)} requests timed out`] : []),
  ]
  return faults.length > 0 ? faults.join(', ') : null
}

/** Returns a session that counts the involuntary context switches of processes during its loads. */
function countingSwitches(session: LoadSession, pids: readonly number[]) {
  const counting = {
    switches: null as number | null,
    session: {
      ...session,
      load(port: number, seconds: number, watch: LoadWatch = {}) {
        let before: number | null = null
        return session.load(port, seconds, {
          started() {
            before = involuntarySwitches(pids)
            watch.started?.()
          },
          ended() {
            watch.ended?.()
            const after = involuntarySwitches(pids)
            counting.switches = before === null || after === null ? null : after - before
          },
        })
      },
    } satisfies LoadSession,
  }
  return counting
}
