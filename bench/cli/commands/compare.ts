import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { type CompareOptions, compareResults, compareServers } from '../../../shared/result/compare.ts'
import { type Format, formats } from '../../../shared/result/compare-report.ts'
import type { Comparison } from '../../../shared/result/comparison.ts'
import { readResult } from '../../../shared/result/file.ts'
import { percent, userPath } from '../options.ts'

interface Options {
  in?: string
  failBelow?: number
  acrossMachines?: boolean
  format: Format
}

const EXPLANATION = `
By what is compared: two results share no rounds. Where both have the baseline, each server's requests/s relative to
the baseline's of the same round are compared, so that a drift of the machine falls out; the baseline itself, and all
servers where one result lacks it, are compared by plain requests/s. Two servers of one result are paired within its
rounds. Ratios are new over old (second over first) with a 95% interval each: ~ stands where it contains 1, ? where
nothing can be said: one round, or a number that is the load generator's and may be higher in truth.
--fail-below 3% finds a server whose whole interval lies below 0.97. Results of different measurements are not compared:
that is wrong usage.

Examples:
  npm run bench -- compare old.json new.json --fail-below 3%
  npm run bench -- compare fastify hono --in result.json --format markdown`

export function addCompareCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('compare <old> <new>')
    .description('what differs with confidence between two results, or between two servers of one')
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
  const comparison = compare(old, recent, options)
  console.log(formats[options.format](comparison))
  return comparison.gate && comparison.gate.failed.length > 0 ? 1 : 0
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
  return compareResults(resultFile(old), resultFile(recent), options)
}

function resultFile(file: string) {
  return { file, result: readResult(userPath(file)) }
}
