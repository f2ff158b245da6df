/** Least differences that matter, in place of each metric's own: `3%`, or `instructions=1%,requests=5%`. */
import { InvalidArgumentError } from 'commander'
import { shareText } from '../../shared/text/numbers.ts'
import { nameList, percent } from '../cli/options.ts'

/** Shares by metric; that of `OTHERS` is for all metrics that are not named. */
export type Limits = Readonly<Record<string, number>>

const OTHERS = 'others'
/** Parses percentages: of known metrics by name, and one without a name for all others. */
export function limitsOf(text: string, known: readonly string[]): Limits {
  const entries = nameList(text).map((entry): [string, number] => {
    const [, name = OTHERS, share = ''] = /^(?:([^=]*)=)?(.*)$/.exec(entry) ?? []
    if (name !== OTHERS && !known.includes(name))
      throw new InvalidArgumentError(`${name} is none of ${known.join(', ')}.`)
    return [name, percent(share)]
  })
  const limits = Object.fromEntries(entries)
  if (Object.keys(limits).length < entries.length)
    throw new InvalidArgumentError('It takes one percentage per metric.')
  return limits
}

/** Returns the limit of a metric; undefined where its own holds. */
export const limitOf = (limits: Limits, metric: string): number | undefined =>
  limits[metric] ?? limits[OTHERS]

/** Formats limits as they are parsed. */
export const limitsText = (limits: Limits): string =>
  Object.entries(limits)
    .map(([name, share]) => `${name === OTHERS ? '' : `${name}=`}${shareText(share)}`)
    .join(',')
