import layers from '../../../charts/instruments/layers/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import type { CpuTiming } from '../../../shared/results/cpu-timing.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { unless, value } from '../../cli/command.ts'
import { SCENARIO, scenarioNamed, seconds } from '../../cli/options.ts'
import { AMOUNTS } from '../../counters/counter.ts'
import { cpuClock } from '../../host/cpu-clock.ts'
import { countingOf } from '../count-parts.ts'
import { variantsCommand } from '../variants.ts'
import { layers as kind } from './kind.ts'
import { measureLayers } from './measure.ts'

const QUICK_COUNTS = { requests: 300, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }

/** Slices that never count, and those before anything counts where the cost per request still falls. */
const WARM_UP = { full: { warmUpSlices: 4, longestWarmUp: 24 }, quick: { warmUpSlices: 1, longestWarmUp: 1 } }

export default variantsCommand({
  shows: layers,
  description: 'measure servers with one layer after the other removed: validation, body parser, and so on',
  operands: [{ ...SCENARIO, help: updateUser.name }],
  options: {
    instructions: unless('measure CPU time alone'),
    time: unless('count instructions alone'),
    seconds: value('<s>', 'seconds of load that count in each process', seconds, { standard: 1.5, quick: 0.25 }),
  },
  timed: true,
  kind,
  opening({ instructions, time }, name = '') {
    if (scenarioNamed(name, updateUser.name) !== updateUser) {
      throw new UsageError(`no server has layers of ${name}: use ${updateUser.name}`)
    }
    if (!instructions && !time) {
      throw new UsageError('--no-instructions and --no-time leave nothing to measure: use only one')
    }
    const measures = [instructions && 'instructions', time && 'CPU time'].filter(Boolean).join(' and ')
    return `update-user layer by layer, in ${measures}`
  },
  async measure({ found, attempts, pinning, random }, { instructions, time, processes, seed, ...values }) {
    const counting = instructions ? await countingOf({ processes, seed }, pinning, values.quick ? QUICK_COUNTS : AMOUNTS) : null
    const timing = time ? timingOf(values) : null
    const { servers, noisySlices, unsettled } = await measureLayers(
      found,
      { counting: counting?.plan ?? null, timing: timing && { ...timing, processes, seed, pinning }, random },
      attempts,
    )
    return { counting: counting?.record ?? null, timing: timing && { ...timing, noisySlices, unsettled }, servers }
  },
})

/** Returns the protocol of CPU time. @throws UsageError where the system reports no CPU time of a process */
function timingOf({
  seconds,
  quick,
}: {
  seconds: number
  quick: boolean
}): Omit<CpuTiming, 'noisySlices' | 'unsettled'> {
  const by = cpuClock()
  if (!by) throw new UsageError(`${process.platform} reports no CPU time of a process`)
  const { connections, sliceSeconds } = defaultProtocol
  const slices = Math.max(1, Math.round(seconds / sliceSeconds))
  return { connections, sliceSeconds, ...WARM_UP[quick ? 'quick' : 'full'], slices, by }
}
