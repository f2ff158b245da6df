import { existsSync } from 'node:fs'
import { formats } from '../../charts/text/comparison.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { PROGRAM } from '../../shared/basics/root.ts'
import { compareFiles, compareServers } from '../../shared/comparison/compare.ts'
import type { Comparison, NamedFile } from '../../shared/comparison/comparison.ts'
import { readMeasurement } from '../../shared/format/measurement-file.ts'
import { probeOf } from '../../shared/probes/probes.ts'
import { readResult } from '../../shared/results/file.ts'
import { choice, command, type Values, value } from '../cli/command.ts'
import { percent, userPath } from '../cli/options.ts'
import { say } from '../terminal/output.ts'

const EXPLANATION = `
Two results: each server's ratio to the baseline within its run is compared, since a slow hour of the machine slows
both. The baseline itself is not compared; a result without it is a usage error.
Two servers of one result (--in) are compared by all trials of the run. The same result twice is a usage error.

A ratio is new over old (second over first), with its 95% interval. It is undecided if the interval contains 1, if there is
only one round, or if the load generator was the limit, so that the server itself may be faster.
--fail-below 3% makes 3% the smallest difference that matters: a server is worse if its whole interval is below 0.97, and
undecided if its interval contains that limit. Results of different scenarios or protocols are a usage
error. Intervals include changes from run to run and, between machines, the differences of machines.
Between machines, a server with the same code, packages and runtime is never called worse.

Two files of a probe are compared figure by figure. --fail-below finds figures that are worse by more.

Examples:
  ${PROGRAM} compare old.json new.json --fail-below 3%
  ${PROGRAM} compare fastify hono --in result.json --format markdown
  ${PROGRAM} compare old-counts.json new-counts.json`

const options = {
  in: value(
    '<file>',
    'compare two servers of this result; <old> and <new> are their names',
    String,
  ),
  failBelow: value(
    '<percent>',
    'exit status 1 if a server is significantly slower by more than this',
    percent,
  ),
  format: choice('<name>', 'output format', Object.keys(formats) as (keyof typeof formats)[], {
    standard: 'text',
  }),
}
type Options = Values<typeof options>

export const compare = command({
  name: 'compare',
  description:
    'show significant differences between two results, two files of a probe, or two servers of one run',
  operands: [{ syntax: '<old>' }, { syntax: '<new>' }],
  options,
  more: EXPLANATION,
  fails: 'something is worse than --fail-below allows',
  run(values, old, recent) {
    const comparison = comparisonOf(old, recent, values)
    say(formats[values.format](comparison))
    return comparison.gate && comparison.gate.failed.length > 0 ? 1 : 0
  },
})

function comparisonOf(old: string, recent: string, { in: file, failBelow }: Options): Comparison {
  if (file !== undefined) {
    const result = { file, contents: readResult(userPath(file)) }
    return compareServers(result, old, recent, failBelow)
  }
  const paths = [old, recent].map(userPath)
  if (!paths.some((path) => existsSync(path)))
    throw new UsageError(
      `there are no files ${old} and ${recent}: two servers of one result need --in <file>`,
    )
  const probe = probeOf(paths[0] as string)
  const [first, second] = paths.map((path, i) => ({
    file: [old, recent][i] as string,
    contents: readMeasurement(probe, path),
  })) as [NamedFile, NamedFile]
  return compareFiles(probe, first, second, { failBelow })
}
