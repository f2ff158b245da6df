/** How far two runs of the same servers differ: METHODOLOGY's region on two stored results, in the words of `compare`. */
import { join } from 'node:path'
import { replaceRegion } from '../../../charts/pages/regions.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { compareResults } from '../../../shared/result/compare.ts'
import { readResult } from '../../../shared/result/file.ts'
import { medianOf } from '../../../shared/result/statistics.ts'

/** Of one day, machine and protocol, from the repository's root. */
const OLD = 'results/update-user/2026-11-20T13-28-55Z.json'
const NEW = 'results/update-user/2026-11-20T15-40-34Z.json'

/** The page with its region made anew from the two files. */
export function withTwoRuns(page: string): string {
  const [old, recent] = [OLD, NEW].map((file) => ({ file, result: readResult(join(ROOT, file)) })) as [Run, Run]
  const { rows, confidence } = compareResults(old, recent, { acrossMachines: false })
  const different = rows.filter(({ difference }) => difference === 'faster' || difference === 'slower')
  const listed = different.map(({ server, ratio }) => `${server} ${ratio.toFixed(2)}`).join(', ')
  const distances = rows
    .filter(({ method }) => method === 'relative to baseline')
    .map(({ ratio }) => Math.exp(Math.abs(Math.log(ratio))) - 1)
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  const { median, max } = medianOf(distances)
  const text = [
    `Two runs of the same ${rows.length} servers on ${dateOf(recent)}, begun ${hoursBetween(old, recent)} hours apart:`,
    `${different.length} are called different (new over old: ${listed});`,
    `by chance alone ${((1 - confidence) * rows.length).toFixed(1)} would be.`,
    `Their ratios to ${old.result.baseline} differ by ${percent(median)} in the median of the servers, and by ${percent(max)} at most.`,
    'The intervals hold what differs within a run; what differs from one hour to the next is not in them, so that a small difference between two runs is no proof.',
  ].join(' ')
  const command = `npm run bench -- compare ${OLD} ${NEW}`
  return replaceRegion(page, 'two-runs', `${text}\n\n\`\`\`sh\n${command}\n\`\`\``)
}

interface Run {
  file: string
  result: ReturnType<typeof readResult>
}

function dateOf({ result }: Run): string {
  return result.startedAt.slice(0, 10)
}

function hoursBetween(old: Run, recent: Run): string {
  return ((Date.parse(recent.result.startedAt) - Date.parse(old.result.startedAt)) / 3_600_000).toFixed(1)
}
