/** The least memory that a server fits in, as it is and tuned: with a small young generation of V8. */
import { plural } from '../basics/text.ts'
import type { Subject } from '../format/measurement.ts'
import {
  type Contents,
  firstOf,
  hasValues,
  type Metric,
  medianValue,
  type StoredMeasurement,
  type SubjectRow,
} from '../probe/probe.ts'
import { COST, INSTRUCTIONS } from './variants.ts'

/** MiB, as containers are limited. */
export const LIMITS = [128, 256, 512] as const
const [LEAST] = LIMITS
export const YOUNG = { flag: '--max-semi-space-size', size: 1 } as const
/** How servers are limited where the kernel cannot limit them. */
export const BY_FLAGS = 'flags of V8'
export const KILLED = 'killed for lack of memory'

export const isOfLimits = ({ protocol }: Pick<Contents, 'protocol'>) =>
  protocol.limits !== undefined

const limits = { better: 'lower', when: isOfLimits } as const

export const FITS: Metric[] = [
  { ...limits, id: 'fits', title: 'fits in, MiB', value: (server) => limitOf(server, 'fits') },
  {
    ...limits,
    id: 'youngFits',
    title: 'tuned: fits in, MiB',
    value(server) {
      const isTuned = medianValue(server, 'youngPeak') !== null
      return isTuned && limitOf(server, 'fits') === LEAST ? LEAST : limitOf(server, 'youngFits')
    },
  },
]

/** Orders servers; one that fits in no limit is last. */
export const BY_LIMIT: Metric = {
  id: 'limit',
  title: '',
  better: 'lower',
  value(server) {
    const limit = limitOf(server, 'fits')
    return typeof limit === 'string' ? Number.POSITIVE_INFINITY : limit
  },
}

export const COUNTED: Metric = {
  ...COST,
  id: 'cost',
  title: 'tuned: extra instructions, %',
  when: hasValues('youngInstructions'),
  value(server) {
    const [usual, young] = [INSTRUCTIONS, 'youngInstructions'].map((id) => medianValue(server, id))
    return usual && young ? 100 * (young / usual - 1) : null
  },
}

const samplesOf = ({ samples }: Pick<Subject, 'samples'>, id: string) =>
  samples.filter(({ values }) => id in values)

/** Returns the least limit that all processes fit in; null if it was not measured. */
function limitOf({ samples }: Pick<Subject, 'samples'>, id: string): number | string | null {
  const values = samplesOf({ samples }, id).map((sample) => sample.values[id])
  if (values.length === 0) return null
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length < values.length ? `more than ${LIMITS.at(-1)}` : Math.max(...numbers)
}

/** Says how many servers fit in the least limit. Those that accept invalid data are not counted. */
export function limitsFinding(stored: readonly StoredMeasurement[]): string {
  const file = stored.map((each) => each.file).find(isOfLimits)
  if (!file) return ''
  const servers = file.subjects.filter(
    ({ disqualified, isUnranked }: SubjectRow) => disqualified === null && !isUnranked,
  )
  const fitting = ({ value }: Metric) =>
    servers.filter((server) => value?.(server, file) === LEAST).length
  const [usual = 0, tuned = 0] = FITS.map(fitting)
  // Bun has no such flag.
  const bun = servers.filter(({ runtime }) => runtime === 'bun')
  const tunedOnly = tuned + bun.filter((server) => limitOf(server, 'fits') === LEAST).length - usual
  const also = tunedOnly > 0 ? `; ${tunedOnly} more with \`${YOUNG.flag}=${YOUNG.size}\`` : ''
  const processes = Math.min(...servers.map((server) => samplesOf(server, 'fits').length))
  return `**${usual} of ${plural(servers.length, 'server')} fit in ${LEAST} MiB of memory, the smallest limit tried${also}** (${plural(processes, 'process', 'processes')} each).`
}

/** Says why servers need more than a limit. */
export function limitNotes({ subjects, protocol }: Contents): string[] {
  const reasons = (id: string, prefix: string) =>
    [...Map.groupBy(subjects, (subject) => firstOf(subject, id))].flatMap(([reason, alike]) =>
      reason === null
        ? []
        : [
            `${prefix}more than ${reason}: ${alike.map(({ displayName }) => displayName).join(', ')}`,
          ],
    )
  const method =
    protocol.limits === BY_FLAGS
      ? 'Fits: with V8’s heap limited to half the size by flags, resident memory peaks no higher than the size. Bun has no such flags'
      : `Fits: in a control group of that size (${protocol.limits}), without swap, all responses are correct and in time. Pages of the runtime’s executable count too`
  return [
    method,
    `Tuned: with V8’s \`${YOUNG.flag}=${YOUNG.size}\` (MB), which Bun does not have. Extra instructions: per request, over a young generation so large that a larger one saves nothing`,
    ...reasons('less', ''),
    ...reasons('youngLess', 'tuned: '),
  ]
}
