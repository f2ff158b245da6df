import { relative } from 'node:path'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { csvOfCounts, csvOfPooled, csvOfResult } from '../../../shared/result/exports.ts'
import { readResultOrCounts } from '../../../shared/result/history.ts'
import { publishedOf } from '../../../shared/result/published.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { print, say } from '../../terminal/output.ts'
import { command, value } from '../command.ts'
import { userPath } from '../options.ts'

const EXPLANATION = `
Of a scenario: what is published, over all of its pooled runs, with the ratio that is expected on another machine, µs per request
over the baseline's, and the numbers of machines and runs. Of a result: ratio to the baseline, requests/s, p99 under full load, CPU time of a request and peak memory. Of counts:
instructions a request. Each with its 95% interval where there is one. A server that was refused has no figure; CSV says why.

It is CSV by RFC 4180: a row a server, a column a figure and two for its interval. Nothing is ever read back from it.

Example:
  npm run --silent bench -- export counts.json > counts.csv`

export const exportCommand = command({
  name: 'export',
  description: 'the figures of a scenario, a result, or a file of counts, for other tools',
  operands: [{ syntax: '<file|scenario>' }],
  options: {
    out: value('<path>', 'file to write (default: standard output)', userPath),
  },
  more: EXPLANATION,
  run({ out }, file) {
    const csv = scenarios.has(file) ? csvOfScenario(file) : csvOfFile(file)
    if (csv === null) throw new UsageError(`${file} holds no measured server to export`)
    if (out === undefined) print(csv)
    else {
      writeFileAtomically(out, csv)
      say(`written to ${relative('', out)}`)
    }
    return 0
  },
})

function csvOfScenario(name: string): string | null {
  const published = publishedOf(name)
  return published ? csvOfPooled(published) : null
}

function csvOfFile(file: string): string | null {
  const read = readResultOrCounts(userPath(file))
  return read.kind === 'result' ? csvOfResult(read.result) : csvOfCounts(read.counts)
}
