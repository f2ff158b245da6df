/** Notes below the table of a run. */
import { plural } from '../basics/text.ts'
import type { Result } from '../format/format.ts'
import type { PooledResult } from './pooled-result.ts'
import { uncertaintyText } from './quick.ts'
import { bestFirst } from './summary.ts'

/** @param file with `published`, the runs of the scenario under the same load to compare the ratios with */
export function runNotes(file: Result & { published?: PooledResult | undefined }): string[] {
  const { published, details, notInstalled } = file
  const isMeasured = file.subjects.some(({ summary }) => summary)
  const others = published?.runs.map((run) => run.file) ?? []
  return [
    ...(details.quick && isMeasured ? uncertaintyText(file, others) : []),
    ...(published && isMeasured
      ? ['published: the 95% prediction interval of the ratio on another machine']
      : []),
    ...withinLines(file, published),
    ...caveatLines(file),
    ...notInstalled.map(({ name, install }) => `${name}: not installed (${install})`),
  ]
}

/**
 * Returns a line with how many ratios are within the published prediction intervals for another machine, and which are not.
 * The intervals allow for the error of one run. None if nothing is published of them.
 */
function withinLines(
  { subjects }: Pick<Result, 'subjects'>,
  published: PooledResult | undefined,
): string[] {
  const predictable = subjects.flatMap(({ name, summary }) => {
    const predicted = published?.pooled.get(name)?.ratio.predicted
    const ratio = summary?.ratioToBaseline
    return predicted && ratio ? [{ name, ratio: { value: ratio.value, predicted } }] : []
  })
  if (predictable.length === 0) return []
  const outside = predictable.filter(
    ({ ratio: { value, predicted } }) => value < predicted.low || predicted.high < value,
  )
  const named = outside.map(
    ({ name, ratio: { value, predicted } }) =>
      `${name} (${value.toFixed(2)}, published ${predicted.low.toFixed(2)} to ${predicted.high.toFixed(2)})`,
  )
  const within = `${predictable.length - outside.length} of ${plural(predictable.length, 'server')} within the published prediction interval`
  const isUnlike =
    predictable.length >= LEAST_SERVERS && outside.length > MOST_OUTSIDE * predictable.length
  return [
    named.length > 0 ? `${within}; outside: ${named.join(', ')}` : within,
    ...(isUnlike ? [UNLIKE] : []),
  ]
}

/** Fewest servers for which a share is meaningful. */
const LEAST_SERVERS = 5
/** Largest share of servers outside their 95% intervals: the errors of one machine are correlated. */
const MOST_OUTSIDE = 0.2
const UNLIKE =
  'this machine is unlike the published ones, perhaps short of memory or caches: expect larger errors than the intervals say'

/** Returns why there are no ratios, and each caveat with its servers. */
function caveatLines(file: Result): string[] {
  const { subjects, details } = file
  const notes = bestFirst(file).flatMap(({ name, summary }) =>
    (summary?.caveats ?? []).map(({ kind, trials, message }) => {
      const share = summary && trials < summary.trials ? ` in ${trials} of ${summary.trials}` : ''
      return { name, what: `${kind}${share}: ${message}` }
    }),
  )
  const caveats = [...Map.groupBy(notes, ({ what }) => what)].map(
    ([what, servers]) => `${servers.map(({ name }) => name).join(', ')}: ${what}`,
  )
  const isMeasured = subjects.some(({ summary }) => summary)
  const hasBaseline = !isMeasured || subjects.some(({ name }) => name === details.baseline)
  return [
    ...(hasBaseline ? [] : [`no × baseline: ${details.baseline} is not among the servers`]),
    ...caveats,
  ]
}
