import type { LayersCounting } from '../../../charts/instruments/layers/format.ts'
import layers from '../../../charts/instruments/layers/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { COUNTER_KINDS, type CounterKind } from '../../../shared/results/instructions.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { unless } from '../../cli/command.ts'
import { counter, SCENARIO, scenarioNamed } from '../../cli/options.ts'
import { readyCounter } from '../../counters/counters.ts'
import { lanesFor } from '../../counters/lanes.ts'
import type { Pinning } from '../../host/cpus.ts'
import { timingOf, variantsCommand } from '../variants.ts'
import { layers as kind } from './kind.ts'
import { type CountPlan, measureLayers } from './measure.ts'

/** Fewer than `instructions` counts: what processes of one variant differ by is hardly less with more of them. */
const REQUESTS = { perf: 8_000, qemu: 6_000 } as const satisfies Record<CounterKind, number>
const QUICK_COUNTS = { requests: 300, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }

export default variantsCommand({
  shows: layers,
  description: 'measure servers with one layer after the other taken away: validation, body parser, and so on',
  operands: [{ ...SCENARIO, help: updateUser.name }],
  options: {
    counter: counter(COUNTER_KINDS),
    instructions: unless('measure CPU time alone'),
    time: unless('count instructions alone'),
  },
  kind,
  opening({ instructions, time }, name = '') {
    if (scenarioNamed(name, updateUser.name) !== updateUser) {
      throw new UsageError(`no server has layers of ${name}: there is ${updateUser.name}`)
    }
    if (!instructions && !time) {
      throw new UsageError('--no-instructions and --no-time together leave nothing to measure: take one')
    }
    const measures = [instructions && 'instructions', time && 'CPU time'].filter(Boolean).join(' and ')
    return `update-user layer by layer in ${measures}`
  },
  async measure({ found, attempts, pinning, random }, { instructions, time, processes, seed, ...values }) {
    const counting = instructions ? await countingOf({ ...values, processes, seed }, pinning) : null
    const timing = time ? timingOf(values) : null
    const { servers, noisySlices, unsettled } = await measureLayers(
      found,
      { counting: counting?.plan ?? null, timing: timing && { ...timing, processes, seed, pinning }, random },
      attempts,
    )
    return { counting: counting?.record ?? null, timing: timing && { ...timing, noisySlices, unsettled }, servers }
  },
})

interface CountOptions {
  /** The first counter that works here where it is left out. */
  counter: CounterKind | undefined
  processes: number
  seed: number
  quick: boolean
}

async function countingOf(
  { counter: kind, processes, seed, quick }: CountOptions,
  pinning: Pinning,
): Promise<{ plan: CountPlan; record: LayersCounting }> {
  const { counter, selfCheck } = await readyCounter(kind)
  const { lanes } = lanesFor(counter, pinning)
  const { step, shortestWarmUp, longestWarmUp } = counter.amounts
  const full = { requests: REQUESTS[counter.kind], step, shortestWarmUp, longestWarmUp }
  const kept = { counter: counter.kind, ...(quick ? QUICK_COUNTS : full) }
  return {
    plan: { counter, protocol: { ...kept, processes, sideBySide: lanes.length, seed }, lanes },
    record: { ...kept, counterVersion: counter.version(), selfCheck },
  }
}
