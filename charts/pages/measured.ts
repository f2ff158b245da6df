import { grouped, plural } from '../../shared/basics/text.ts'
import type { Environment, Result, Trial } from '../../shared/results/format.ts'
import type { PooledResult, PooledRun } from '../../shared/results/pooled-result.ts'
import { dateOf, pooledLines } from '../text/conditions.ts'
import { blocks, columnsTable, inline, list } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'

/**
 * Describes how the runs of a scenario were made, and links their files: a row per run, then the conditions and the protocol that all share.
 * @param link makes a path relative to the page
 */
export function measuredText(result: PooledResult, link = (path: string) => path): string {
  return blocks(
    columnsTable(result.runs, [
      ['run', ({ file, path }) => `[${dateOf(file)}](${link(path)})`, 'left'],
      ['machine', (run) => inline(`${run.machine}: ${machineText(run.file.environment)}`), 'left'],
      ['rounds', ({ file }) => plural(file.rounds.length, 'round')],
      ['duration', ({ file }) => durationText(file)],
      [`requests/s of ${inline(result.baseline)}`, baselineRate],
      ['commit', ({ file }) => (file.source.commit ? `\`${file.source.commit.slice(0, 7)}\`` : 'unknown')],
      ['seed', ({ file }) => String(file.protocol.seed)],
    ]),
    list([
      ...pooledLines(result).map(inline),
      `Load generator’s headroom: ${headroomText(result)}`,
      `Checked: ${checksText(result)}`,
      ...noiseLines(result),
    ]),
  )
}

function baselineRate({ file: { servers, baseline } }: PooledRun): string {
  const summary = servers.find(({ name }) => name === baseline)?.summary
  return summary ? significant(summary.requestsPerSecond.value, 4) : ''
}

/** Returns the duration of a run; an interrupted run has none. */
function durationText({ startedAt, finishedAt, resumed }: Result): string {
  if (resumed.length > 0) return 'interrupted'
  const minutes = Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 60_000))
  return `${minutes} min`
}

function machineText(environment: Environment): string {
  const { cpuModel, cpuCount, memoryBytes, os, kernel, arch, governor } = environment
  const parts = [cpuModel, `${cpuCount} CPUs`, `${Math.round(memoryBytes / 2 ** 30)} GiB of memory`, os]
  const limits = [...(governor ? [`governor ${governor}`] : []), ...quotaText(environment)]
  return [...parts, `kernel ${kernel}`, arch, ...limits].join(', ')
}

function quotaText({ cpuQuota }: Environment): string[] {
  const [time, period] = (cpuQuota ?? 'max').split(' ').map(Number)
  return time && period ? [`container limited to ${Number((time / period).toFixed(2))} CPUs`] : []
}

/** Describes the utilization of a busy-polling generator; of one that sleeps it says nothing. */
function headroomText({ servers, protocol }: Result): string {
  const shares = servers.flatMap(({ trials }) =>
    trials.map(({ generator }) => generator.eventLoopPercent ?? Number.NaN),
  )
  if (!protocol.polling || shares.length === 0 || shares.some(Number.isNaN)) {
    return 'unknown, since the generator slept between responses'
  }
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => `${share.toFixed(0)}%`)
  return `busy for ${least} (least loaded trial) to ${most} (most loaded) of the time`
}

function checksText(result: Result): string {
  const sum = sumOver(result)
  const [checked, apart] = [sum((trial) => trial.checked), sum((trial) => trial.checkedApart)]
  const own = `${grouped(apart)} of them by the checker on its own connection`
  const load = checked > 0 ? '' : `; of the load’s ${grouped(sum((trial) => trial.requests.total))}, status and size`
  return `the bodies of ${grouped(checked + apart)} responses, ${own}${load}`
}

function noiseLines(result: Result): string[] {
  const slices = sumOver(result)((trial) => trial.slices.length)
  const noisy = sumOver(result)((trial) => trial.slices.filter(({ noise }) => noise !== null).length)
  if (noisy === 0) return []
  return [
    `Noise: ${grouped(noisy)} of ${grouped(slices)} slices were noisy; a noisy slice counts only if its trial has no other`,
  ]
}

/** Returns a sum over all trials, including the baseline's copy and servers disqualified later. */
function sumOver({ servers, copy }: Result): (value: (trial: Trial) => number) => number {
  const trials = [...servers, ...(copy ? [copy] : [])].flatMap((server) => server.trials)
  return (value) => trials.reduce((total, trial) => total + value(trial), 0)
}
