import { existsSync } from 'node:fs'
import { benchmarksOf, csvOf, type DataTable } from '../../charts/table/data.ts'
import { probeData } from '../../charts/table/probe-table.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { readMeasurement } from '../../shared/format/measurement-file.ts'
import { probeOf } from '../../shared/probes/probes.ts'
import { run } from '../../shared/probes/run.ts'
import { readResult } from '../../shared/results/file.ts'
import { publishedOf, withPublished } from '../../shared/results/published.ts'
import { choice, command } from '../cli/command.ts'
import { scenarioNamed, userPath } from '../cli/options.ts'
import { print } from '../terminal/output.ts'

const EXPLANATION = `
For a scenario: the published figures of all its pooled runs. For a result or a probe's file: its columns. Figures
have their 95% interval, if known. No format can be read back. For a quick result, published servers that it lacks are added,
with predictions for its machine and their 95% intervals.

The last two formats are for github-action-benchmark and its input "tool". Each contains only the figures of one direction:
those for which bigger is better, or smaller.

Example:
  npm run --silent bench -- export counts.json > counts.csv`

const FORMATS = {
  csv: csvOf,
  json: jsonOf,
  customBiggerIsBetter: (table: DataTable) => jsonOf(benchmarksOf(table, 'higher')),
  customSmallerIsBetter: (table: DataTable) => jsonOf(benchmarksOf(table, 'lower')),
}

export const exportCommand = command({
  name: 'export',
  description: 'print the figures of a scenario, a result, or a probe’s file, for other tools',
  operands: [{ syntax: '<file|scenario>' }],
  options: {
    format: choice(
      '<format>',
      'format of the figures',
      Object.keys(FORMATS) as (keyof typeof FORMATS)[],
      {
        standard: 'csv',
      },
    ),
  },
  more: EXPLANATION,
  run({ format }, file) {
    const path = userPath(file)
    // A word without an extension or a folder is a scenario, rightly or wrongly spelled.
    const isName = /^[\w-]+$/.test(file) && !existsSync(path)
    const table = isName ? dataOfScenario(scenarioNamed(file).name) : dataOfFile(path)
    if (!table || table.rows.length === 0)
      throw new UsageError(`${file} has no measured server to export`)
    print(FORMATS[format](table))
    return 0
  },
})

function jsonOf(data: unknown): string {
  return JSON.stringify(data, null, 2)
}

function dataOfScenario(name: string): DataTable | null {
  const published = publishedOf(name)
  return published ? probeData(run, published) : null
}

function dataOfFile(path: string): DataTable {
  const probe = probeOf(path)
  if (probe !== run) return probeData(probe, readMeasurement(probe, path))
  const result = readResult(path)
  return probeData(run, result.details.quick ? withPublished(result) : result)
}
