import { join, relative } from 'node:path'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../../shared/result/exports.ts'
import { figuresOfCounts, figuresOfResult } from '../../../shared/result/figures.ts'
import { readResultOrCounts } from '../../../shared/result/history.ts'
import { print, say } from '../../terminal/output.ts'
import { choice, command, value } from '../command.ts'
import { userPath } from '../options.ts'

const EXPLANATION = `
Of a result: ratio to the baseline, requests/s, p99 under full load, CPU time of a request and peak memory. Of counts:
instructions a request. Each with its 95% interval where there is one. A server that was refused has no figure; CSV says why.

github-action-benchmark: --out names a folder, in which a file is written for each direction that has figures,
  customBiggerIsBetter.json and customSmallerIsBetter.json: the names of the tool's inputs.
bencher: Bencher Metric Format, for bencher run --adapter json --file. A benchmark is <scenario>/<server>.
csv: RFC 4180, a row a server, a column a figure and two for its interval.

bencher and csv go to standard output unless --out names a file. Nothing is ever read back from these formats.

Examples:
  npm run bench -- export result.json --format github-action-benchmark --out figures
  npm run --silent bench -- export counts.json --format csv > counts.csv`

export const exportCommand = command({
  name: 'export',
  description: 'the figures of a result, or of a file of counts, for other tools',
  operands: [{ syntax: '<file>' }],
  options: {
    format: choice('<name>', 'of the output', Object.keys(EXPORT_FORMATS) as ExportFormat[], { standard: 'csv' }),
    out: value('<path>', 'file to write; a folder for github-action-benchmark', userPath),
  },
  more: EXPLANATION,
  run({ format, out }, file) {
    if (format === 'github-action-benchmark' && out === undefined) {
      throw new UsageError('github-action-benchmark takes a file for each direction: name their folder with --out')
    }
    const read = readResultOrCounts(userPath(file))
    if (read.kind === 'result' && read.result.quick) {
      throw new UsageError(`${file} was made with --quick, which has no figures: run without it`)
    }
    const table = read.kind === 'result' ? figuresOfResult(read.result) : figuresOfCounts(read.counts)
    const files = EXPORT_FORMATS[format](table)
    if (files.length === 0) throw new UsageError(`${file} holds no measured server to export`)
    if (out === undefined) {
      for (const { text } of files) print(text)
      return 0
    }
    for (const { name, text } of files) {
      const path = format === 'github-action-benchmark' ? join(out, name) : out
      writeFileAtomically(path, text)
      say(`written to ${relative('', path)}`)
    }
    return 0
  },
})
