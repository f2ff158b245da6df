import { dateOf, grouped, plural } from '../../shared/basics/text.ts'
import type { Environment, Result } from '../../shared/format/format.ts'
import type { PooledResult, PooledRun } from '../../shared/results/pooled-result.ts'
import { sum } from '../../shared/stats/statistics.ts'
import { significant } from '../../shared/text/numbers.ts'
import { pooledLines } from '../text/conditions.ts'
import { blocks, columnsTable, inline, list } from '../text/markdown.ts'

/**
 * Describes how the runs of a scenario were made, and links their files: a row per run, then the conditions and the protocol that all share.
 * @param link makes a path relative to the page
 */
export function measuredText(result: PooledResult, link = (path: string) => path): string {
  return blocks(
    columnsTable(result.runs, [
      ['run', ({ file, path }) => `[${dateOf(file.startedAt)}](${link(path)})`, 'left'],
      ['machine', (run) => inline(`${run.machine}: ${machineText(run.file.environment)}`), 'left'],
      ['rounds', ({ file }) => plural(file.details.rounds.length, 'round')],
      [`requests/s of ${inline(result.details.baseline)}`, baselineRate],
      [
        'commit',
        ({ file }) => (file.source.commit ? `\`${file.source.commit.slice(0, 7)}\`` : 'unknown'),
      ],
    ]),
    list([
      ...pooledLines(result).map(inline),
      `Load generator: ${headroomText(result)}`,
      `Checked: ${checksText(result)}`,
    ]),
  )
}

function baselineRate({ file: { subjects, details } }: PooledRun): string {
  const summary = subjects.find(({ name }) => name === details.baseline)?.summary
  return summary ? significant(summary.requestsPerSecond.value, 4) : ''
}

function machineText({ cpuModel, cpuCount, memoryBytes, os, kernel, arch }: Environment): string {
  const memory = `${Math.round(memoryBytes / 2 ** 30)} GiB of memory`
  return [cpuModel, `${cpuCount} CPUs`, memory, os, `kernel ${kernel}`, arch].join(', ')
}

/** Describes the utilization of a busy-polling generator; of an event-driven one, nothing is known. */
function headroomText({ subjects: servers, protocol }: Result): string {
  const shares = servers.flatMap(({ samples: trials }) =>
    trials.map(({ evidence }) => evidence.generator.eventLoopPercent ?? Number.NaN),
  )
  if (!protocol.polling || shares.length === 0 || shares.some(Number.isNaN)) {
    return 'unknown: the generator is event-driven'
  }
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map(
    (share) => `${share.toFixed(0)}%`,
  )
  return `had responses to read for ${least} (least loaded trial) to ${most} (most loaded) of the time`
}

/** Counts the checked responses of all trials, including servers disqualified later. */
function checksText({ subjects: servers }: Result): string {
  const trials = servers.flatMap((server) => server.samples)
  const checked = sum(trials, ({ evidence }) => evidence.checked)
  const apart = sum(trials, ({ evidence }) => evidence.checkedApart)
  const byChecker = `${grouped(apart)} of them on the checker’s own connection`
  const load =
    checked > 0
      ? ''
      : `; for the ${grouped(sum(trials, ({ evidence }) => evidence.requests))} of the load, only status and size`
  return `the bodies of ${grouped(checked + apart)} responses, ${byChecker}${load}`
}
