import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { type CompareOptions, compareResults, compareServers } from '../../../shared/result/compare.ts'
import { compareCounts } from '../../../shared/result/compare-counts.ts'
import { countsFormats } from '../../../shared/result/compare-counts-report.ts'
import { type Format, formats } from '../../../shared/result/compare-report.ts'
import type { Comparison } from '../../../shared/result/comparison.ts'
import { readResult } from '../../../shared/result/file.ts'
import { readCounts } from '../../../shared/result/instructions.ts'
import { storedCounts } from '../../../shared/result/stored-counts.ts'
import { say } from '../../terminal/output.ts'
import { percent, userPath } from '../options.ts'

interface Options {
  metric: 'requests' | 'instructions'
  in?: string
  failBelow?: number
  acrossMachines?: boolean
  format: Format
}

const EXPLANATION = `
Two results: each server's ratio to the baseline within its run is compared, since a slow hour of the machine slows
both. The baseline itself is compared by requests/s, and so is every server where one of the results has no baseline.
Two servers of one result (--in) are compared by all trials of the run. The same result twice is wrong usage.

A ratio is new over old (second over first), with its 95% interval. ~ means that the interval contains 1: no difference
is shown. ? means that nothing can be said: there was one round only, or the load generator was the limit, and the
server's own rate may be higher.
--fail-below 3% finds a server whose whole interval lies below 0.97. Results of different scenarios, protocols or
machines are wrong usage.

With --metric instructions two files of counts are compared (npm run bench -- instructions makes them). A difference is
one that unchanged code does not show: the gate is learned from the processes of the same code that were counted before.

Examples:
  npm run bench -- compare old.json new.json --fail-below 3%
  npm run bench -- compare fastify hono --in result.json --format markdown
  npm run bench -- compare --metric instructions old.json new.json`

export function addCompareCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('compare <old> <new>')
    .description('what differs with confidence between two results, or between two servers of one')
    .addOption(
      new Option('--metric <name>', 'what is compared: results, or files of counts')
        .choices(['requests', 'instructions'])
        .default('requests'),
    )
    .option('--in <file>', 'compare two servers of this result; <old> and <new> are their names')
    .addOption(
      new Option('--fail-below <percent>', 'exit 1 if a server is slower by more than this with confidence').argParser(
        percent,
      ),
    )
    .option('--across-machines', 'results of different machines: compare only the ratios to the baseline')
    .addOption(new Option('--format <name>', 'of the output').choices(Object.keys(formats)).default('text'))
    .addHelpText('after', EXPLANATION)
    .action((old: string, recent: string, options: Options) => finish(compareCommand(old, recent, options)))
}

function compareCommand(old: string, recent: string, options: Options): number {
  if (options.metric === 'instructions') return compareCountsCommand(old, recent, options)
  const comparison = compare(old, recent, options)
  say(formats[options.format](comparison))
  return comparison.gate && comparison.gate.failed.length > 0 ? 1 : 0
}

function compareCountsCommand(old: string, recent: string, options: Options): number {
  const { in: file, failBelow, acrossMachines, format } = options
  const others = { '--in': file, '--fail-below': failBelow, '--across-machines': acrossMachines }
  const [wrong] = Object.entries(others).filter(([, value]) => value !== undefined)
  if (wrong) throw new UsageError(`${wrong[0]} is for results: leave it out with --metric instructions`)
  const [before, after] = [countsFile(old), countsFile(recent)]
  const stored = storedCounts(after.counts.scenario).map(({ counts }) => counts)
  say(countsFormats[format](compareCounts(before, after, stored)))
  return 0
}

function countsFile(file: string) {
  return { file, counts: readCounts(userPath(file)) }
}

function compare(old: string, recent: string, { in: file, acrossMachines = false, failBelow }: Options): Comparison {
  if (file === undefined) {
    if ([old, recent].every((name) => !existsSync(userPath(name)))) {
      throw new UsageError(`there are no files ${old} and ${recent}: two servers of one result need --in <file>`)
    }
    return compareFiles(old, recent, { acrossMachines, failBelow })
  }
  if (acrossMachines) throw new UsageError('--across-machines is for two results: leave it out with --in')
  return compareServers(resultFile(file), old, recent, failBelow)
}

/** Compares two files, as the user calls them. */
function compareFiles(old: string, recent: string, options: CompareOptions): Comparison {
  const [before, after] = [resultFile(old), resultFile(recent)]
  return compareResults(before, after, options)
}

function resultFile(file: string) {
  return { file, result: readResult(userPath(file)) }
}
