import { instrumentOf } from '../../../charts/instruments/catalogue.ts'
import { csvOf } from '../../../charts/instruments/instrument.ts'
import { csvOfRun } from '../../../charts/text/run-columns.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { readResult } from '../../../shared/results/file.ts'
import { publishedOf } from '../../../shared/results/published.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { print } from '../../terminal/output.ts'
import { command } from '../command.ts'
import { userPath } from '../options.ts'

const EXPLANATION = `
For a scenario: the published figures over all of its pooled runs, with the ratio predicted for another machine, µs per request
beyond the baseline's, and the numbers of machines and runs. For a result: ratio to the baseline, requests/s, p99 under full
load, CPU time per request and peak memory. For an instrument's file: its columns. Figures have their 95% interval, if known.

The format is CSV (RFC 4180): a row per server, and a column per figure with two for its interval. It cannot be read back.

Example:
  npm run --silent bench -- export counts.json > counts.csv`

export const exportCommand = command({
  name: 'export',
  description: 'print the figures of a scenario, a result, or an instrument’s file, for other tools',
  operands: [{ syntax: '<file|scenario>' }],
  options: {},
  more: EXPLANATION,
  async run(_, file) {
    const csv = scenarios.has(file) ? csvOfScenario(file) : await csvOfFile(userPath(file))
    if (csv === null) throw new UsageError(`${file} has no measured server to export`)
    print(csv)
    return 0
  },
})

function csvOfScenario(name: string): string | null {
  const published = publishedOf(name)
  return published ? csvOfRun(published) : null
}

async function csvOfFile(path: string): Promise<string | null> {
  const instrument = await instrumentOf(path)
  return instrument ? csvOf(instrument, instrument.store.read(path)) : csvOfRun(readResult(path))
}
