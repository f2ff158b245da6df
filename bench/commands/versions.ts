import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { unmeasurableMarkdown, versionsMarkdown } from '../../charts/table/versions-summary.ts'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { PROGRAM } from '../../shared/basics/root.ts'
import { oneLine } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { leadOf, versions as probe } from '../../shared/probes/versions.ts'
import { statusOf, versionsIn } from '../../shared/probes/versions-file.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { LEAST_PROCESSES } from '../../shared/stats/ratio.ts'
import { command, type Setting, type Values, value } from '../cli/command.ts'
import {
  comparedServer,
  nameList,
  out,
  positiveInteger,
  SCENARIO,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
  serversDir,
  userPath,
} from '../cli/options.ts'
import { counterOrNone, readyCounter } from '../counters/counter.ts'
import { lanesFor } from '../counters/lanes.ts'
import { MANAGERS, type Manager, npm } from '../folders/package-manager.ts'
import { provideWire } from '../folders/server-copy.ts'
import type { ServerFolder } from '../folders/servers.ts'
import { detectPinning } from '../machine/cpus.ts'
import { findRuntime, runtimeOf } from '../machine/runtimes.ts'
import { type Definition, measuringCommand } from '../measure/command.ts'
import { limitsText } from '../versions/limits.ts'
import { measureVersions } from '../versions/measure.ts'
import { loadCases, loadMetric, METRICS, metricNames, parseLimits } from '../versions/metrics.ts'
import { repeatingCommand } from '../versions/repeat.ts'
import { type Pair, packagesOf, pairOf, parseSpecs } from '../versions/spec.ts'
import { folderFor, NO_SERVER } from '../versions/subject.ts'

/** Fewer rounds give no interval. */
const LEAST_ROUNDS = 2
/** Metrics of speed, the one of least time first: more bytes or types are often intended. */
const DEFAULTS = ['validators', 'instructions', 'requests']

const EXPLANATION = `
A version is what npm accepts as name@1.2.3, name@^1 or name@next, an archive made by npm pack (name@file:./name.tgz), or a
folder or checkout on disk (name@file:../name), which is packed first, with the packages of its repository that it needs. The package
may be any that the server needs, directly or not, such as ajv@8.17.1 under fastify, or its runtime: node@24.1.0, bun@1.2.10. Packages
that go together are one word: '@nestjs/core@11 @nestjs/common@11'.
docs/versions.md says how both are installed and compared.

Each figure is faster or slower (smaller or larger), or has no difference larger than its threshold, or is undecided, because its
95% interval contains the threshold. Thresholds come from comparisons of equal versions; --fail-below replaces them.
At least ${LEAST_PROCESSES} processes are needed: with 3 of each version, equal ones would differ in 1 of 10 comparisons.
Equal contents on both sides are not measured.

Examples:
  ${PROGRAM} versions fastify@5.11.0 fastify@5.12.8
  ${PROGRAM} versions ajv@8.17.1 ajv@file:../ajv --servers fastify --metric instructions,bundle --fail-below 1%`

const pack: Setting<Manager | undefined> = {
  takes: '<manager>',
  help: 'package manager that packs folders (default: that of their lockfile)',
  choices: MANAGERS,
}

const options = {
  servers: comparedServer,
  serversDir,
  metric: value(
    '<list>',
    `some of ${METRICS.join(', ')} (default: those of ${DEFAULTS.join(', ')} that the server has; without a counter, only requests)`,
    metricNames,
  ),
  cases: value(
    '<file>',
    'module whose exported functions are called and counted with both versions, or a module for each: a.ts,b.ts; without --metric, nothing else is measured',
    (text: string) => nameList(text).map(userPath),
  ),
  // With the counts, five minutes on two CPUs.
  rounds: value('<n>', 'rounds of requests/s, with both versions in each', positiveInteger, {
    standard: 10,
  }),
  seconds: value('<s>', 'seconds of load per version and round', seconds, {
    standard: defaultProtocol.durationSeconds,
  }),
  warmup: value('<s>', 'seconds of warm-up, at most', secondsOrNone, {
    standard: defaultProtocol.warmupSeconds,
  }),
  seed: value('<n>', 'seed of the rounds (default: random)', seed),
  // Seven are enough for the interval to exclude one outlying process.
  processes: value('<n>', 'fresh processes to count per version', positiveInteger, {
    standard: 7,
  }),
  pack,
  labels: value('<a,b>', 'names for the two versions, such as base,head', nameList),
  commits: value('<a,b>', 'commits that the two were packed from, for the summary', nameList),
  failBelow: value(
    '<list>',
    'smallest difference that matters, such as 3% or instructions=1%,requests=5% (default: each metric’s own)',
    parseLimits,
  ),
  out: out('versions'),
  summary: value(
    '<file>',
    'write a summary in Markdown to this file, whatever the outcome',
    userPath,
  ),
}
type Options = Values<typeof options>

const definition: Definition<typeof options> = {
  description: 'compare the speed of two versions of a package under one server',
  operands: [
    {
      syntax: '<words...>',
      help: '[scenario] <package@a> <package@b>; default scenario: update-user',
    },
  ],
  options,
  more: EXPLANATION,
  fails: 'something is slower or larger',
  companionWriter({ summary }) {
    // Fails early if the file cannot be written.
    writeSummary(summary, unmeasurableMarkdown('it was interrupted'))
    return (file) => writeSummary(summary, versionsMarkdown(file))
  },
  report({ summary }, error) {
    writeSummary(summary, unmeasurableMarkdown(oneLine(messageOf(error))))
  },
  async plan({ failBelow, summary: _, ...options }, ...words) {
    const { pair, folder, scenario } = chosenPair(words, options)
    provideWire(folder.manifest.wire)
    const { metrics, counter, notCounted } = await chosenMetrics(options, folder, scenario)
    const { processes, rounds, seconds, warmup, seed, pack } = options
    const pinning = detectPinning()
    const isRuntime = runtimeOf(pair.specs[0][0].name) !== undefined
    const runtime = isRuntime ? undefined : findRuntime(folder.manifest.runtime)
    const isServed = folder !== NO_SERVER
    const compared = {
      package: packagesOf(pair),
      server: folder.name,
      scenario: isServed ? scenario.name : '',
    }
    // The metric of `--cases` is no value of `--metric`.
    const listed = metrics.map(({ name }) => name).filter((name) => METRICS.includes(name))
    const loads = listed.includes('requests')
    const repeat = repeatingCommand({
      from: userPath(''),
      specs: pair.specs,
      options: {
        servers: isServed ? folder.name : undefined,
        metric: listed.length === 0 ? undefined : listed.join(','),
        processes: `${processes}`,
        ...(loads && { rounds: `${rounds}`, seconds: `${seconds}`, warmup: `${warmup}` }),
        pack,
        'fail-below': failBelow === undefined ? undefined : limitsText(failBelow),
      },
      paths: [
        ...options.serversDir.map((path): [string, string[]] => ['servers-dir', [path]]),
        ['cases', options.cases ?? []],
      ],
      scenario: isServed ? scenario.name : null,
    })
    return {
      lines: [
        leadOf(compared, pair.labels),
        ...(notCounted ? [`no instructions are counted: ${notCounted}`] : []),
      ],
      pinning,
      runtimes: runtime ? [runtime] : [],
      tool: `npm ${(await npm(['--version'], tmpdir())).trim()}`,
      async measure() {
        const { subjects, ...measured } = await measureVersions({
          pair,
          folder,
          scenario,
          metrics,
          failBelow,
          counter,
          processes,
          pinning,
          pack,
          lanes: lanesFor(pinning).lanes,
          run: { rounds, seconds, warmup, ...(seed !== undefined && { seed }) },
        })
        return {
          ...(isServed && { scenario: scenario.name }),
          protocol: { package: compared.package, server: compared.server },
          details: { ...measured, notCounted, repeat },
          subjects,
        }
      },
      failed: (file) => statusOf(versionsIn(file)),
    }
  },
}

export const versions = measuringCommand(probe, definition)

/** Plans a comparison and measures nothing: whatever is wrong with the arguments ends it. */
export const checkOnly = command({
  name: probe.name,
  description: definition.description,
  operands: definition.operands ?? [],
  options,
  async run(values, ...words) {
    await definition.plan(values, ...words)
    return 0
  },
})

function writeSummary(file: string | undefined, markdown: string): void {
  if (file === undefined) return
  try {
    writeFileAtomically(file, `${markdown}\n`)
  } catch (error) {
    throw new UsageError(`cannot write --summary ${file}: ${messageOf(error)}`)
  }
}

function chosenPair(
  words: string[],
  { rounds, processes, cases = [], ...options }: Omit<Options, 'summary' | 'failBelow'>,
) {
  if (words.length < 2 || words.length > 3)
    throw new UsageError('versions takes an optional scenario and two versions of a package')
  const [second = '', first = '', name] = words.toReversed()
  const scenario = scenarioNamed(name ?? SCENARIO.standard)
  const sides = [parseSpecs(first, userPath), parseSpecs(second, userPath)] as const
  const pair: Pair = pairOf(...sides, { labels: options.labels, renamed: cases.length === 2 })
  if (options.commits && options.commits.length !== 2)
    throw new UsageError('--commits takes two, such as 01ab23c,45de67f')
  if (rounds < LEAST_ROUNDS)
    throw new UsageError(`--rounds ${rounds} gives no interval: use at least ${LEAST_ROUNDS}`)
  if (processes < LEAST_PROCESSES) {
    throw new UsageError(
      `--processes ${processes} gives no 95% interval: use at least ${LEAST_PROCESSES}, since 3 and 3 equal ones differ in 1 of 10 comparisons`,
    )
  }
  const missing = cases.find((file) => !existsSync(file))
  if (missing !== undefined) throw new UsageError(`--cases ${missing} does not exist`)
  if (cases.length > 2)
    throw new UsageError(`--cases takes a module, or one for each version, not ${cases.length}`)
  const isAlone = cases.length > 0 && !options.metric && !options.servers
  const names = sides[0].map((spec) => spec.name)
  return {
    pair: { ...pair, commits: options.commits },
    folder: isAlone ? NO_SERVER : folderFor(names, options),
    scenario,
  }
}

/**
 * Returns the requested metrics; by default, the metrics of speed that the folder has.
 * @throws UsageError for a requested metric that the folder lacks
 * @throws CounterMissing if a requested metric needs a counter, and none works here
 */
async function chosenMetrics(
  { metric, cases }: Pick<Options, 'metric' | 'cases'>,
  folder: ServerFolder,
  scenario: Scenario,
) {
  const requested = metric ?? (cases === undefined ? undefined : [])
  const caseMetrics = cases === undefined ? [] : [loadCases(cases)]
  const metrics = await Promise.all([...(requested ?? DEFAULTS).map(loadMetric), ...caseMetrics])
  const fitting = metrics.filter(({ fits }) => fits(folder, scenario))
  const missing = metrics.find((metric) => !fitting.includes(metric))
  if (fitting.length === 0 || (requested && missing))
    throw new UsageError(
      `${folder.name} has no file for ${requested ? missing?.name : scenario.name}`,
    )
  const counting = fitting.some(({ counts }) => counts)
  if (requested || !counting)
    return { metrics: fitting, counter: counting ? await readyCounter() : null, notCounted: null }
  const { counter, notCounted } = await counterOrNone(true)
  return { metrics: fitting.filter(({ counts }) => counter || !counts), counter, notCounted }
}
