import { tmpdir } from 'node:os'
import versions from '../../../charts/instruments/versions/instrument.ts'
import { unmeasurableMarkdown, versionsMarkdown } from '../../../charts/instruments/versions/summary.ts'
import { leadOf } from '../../../charts/instruments/versions/table.ts'
import { failedVerdicts, versionsVerdicts } from '../../../charts/instruments/versions/verdict.ts'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { Unmeasurable, UsageError } from '../../../shared/basics/errors.ts'
import { oneLine } from '../../../shared/basics/text.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import { sixDigits } from '../../../shared/stats/statistics.ts'
import { choice, type Values, value } from '../../cli/command.ts'
import {
  names,
  out,
  percent,
  positiveInteger,
  SCENARIO,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
  serversDir,
  userPath,
} from '../../cli/options.ts'
import { detectPinning } from '../../host/cpus.ts'
import { npm } from '../../host/npm.ts'
import { findRuntime } from '../../host/runtimes.ts'
import { chooseServers, findServerFolders, SERVERS_DIR, type ServerFolder, scenarioSource } from '../../host/servers.ts'
import { countOptions } from '../counts.ts'
import { instrumentCommand } from '../instrument.ts'
import { counterFor, measureVersions } from './measure.ts'
import { type Pair, pairOf, parseSpec } from './spec.ts'

/** Fewer rounds give no interval. */
const LEAST_ROUNDS = 2
/** With fewer processes, the variation between them is unknown. */
const LEAST_PROCESSES = 3

const EXPLANATION = `
A version is what npm accepts as name@1.2.3, name@^1 or name@next, an archive made by npm pack (name@file:./name.tgz), or a
folder or checkout on disk (name@file:../name), which is packed first. It may be any package that the server needs, direct
or not: ajv@8.17.1 under fastify. docs/versions.md says how both are installed and compared.

--fail-below 3% fails if the whole interval of the second version is beyond the limit: more than 3% fewer requests/s, or more
than 3% more instructions.

Examples:
  npm run bench -- versions fastify@5.11.0 fastify@5.12.8
  npm run bench -- versions ajv@8.17.1 ajv@file:../ajv --servers fastify --metric instructions --fail-below 1%`

const options = {
  servers: value(
    '<name>',
    'the server to run with both (default: the one that shows the version of that package)',
    String,
  ),
  serversDir,
  metric: choice(
    '<name>',
    'what to measure; with both, instructions only if a counter works here',
    ['both', 'instructions', 'requests'],
    { standard: 'both' },
  ),
  rounds: value('<n>', 'rounds of requests/s, with both versions in each', positiveInteger, {
    standard: defaultProtocol.rounds,
  }),
  seconds: value('<s>', 'seconds of load per version and round', seconds, {
    standard: defaultProtocol.durationSeconds,
  }),
  warmup: value('<s>', 'seconds of warm-up, at most', secondsOrNone, {
    standard: defaultProtocol.warmupSeconds,
  }),
  seed: value('<n>', 'of the rounds (default: random)', seed),
  ...countOptions,
  labels: value('<a,b>', 'names for the two versions, such as base,head', names),
  failBelow: value('<percent>', 'exit 1 if the second is slower by more than this with confidence', percent),
  out: out('versions'),
  summary: value('<file>', 'write a summary in Markdown to this file, whatever the outcome', userPath),
}
type Options = Values<typeof options>

export default instrumentCommand({
  shows: versions,
  description: 'compare the speed of two versions of a package under one server',
  operands: [{ syntax: '<words...>', help: '[scenario] <package@a> <package@b>; default scenario: update-user' }],
  options,
  more: EXPLANATION,
  place: ({ summary }) => ({
    writeBeside: (file) => summary && writeFileAtomically(summary, `${versionsMarkdown(file)}\n`),
  }),
  async plan({ metric, failBelow = null, summary, ...options }, ...words) {
    const { pair, folder, scenario } = chosenPair(words, { metric, ...options })
    /** Also writes the reason to the summary, for a pull request. */
    const reported = (error: unknown) => {
      if (summary && error instanceof Unmeasurable)
        writeFileAtomically(summary, `${unmeasurableMarkdown(oneLine(error.message))}\n`)
      return error
    }
    const reporting = <T>(work: Promise<T>) =>
      work.catch((error: unknown) => {
        throw reported(error)
      })
    // Before the installation, which takes minutes.
    const { counter, notCounted } = await reporting(counterFor(metric))
    const { processes, requests, rounds, seconds, warmup, seed } = options
    const run = metric === 'instructions' ? null : { rounds, seconds, warmup, ...(seed !== undefined && { seed }) }
    const pinning = detectPinning()
    const runtime = findRuntime(folder.manifest.runtime)
    const compared = { package: pair.specs[0].name, server: folder.name, scenario: scenario.name }
    return {
      lines: [leadOf(compared, pair.labels), ...(notCounted ? [`instructions are not counted: ${notCounted}`] : [])],
      pinning,
      runtimes: runtime ? [runtime] : [],
      tool: `npm ${(await npm(['--version'], tmpdir())).trim()}`,
      async measure() {
        const plan = { pair, folder, scenario, counter, processes, requests, run, pinning }
        return sixDigits({
          ...(await reporting(measureVersions(plan))),
          ...{ ...compared, notCounted, failBelow },
        })
      },
      failed(file) {
        if (failBelow !== null && versionsVerdicts(file).every(({ verdict }) => verdict === 'undecided'))
          throw reported(new Unmeasurable('the load generator was the limit of both: count instructions'))
        return failedVerdicts(file).length > 0
      },
    }
  },
})

function chosenPair(
  words: string[],
  { metric, rounds, processes, ...options }: Omit<Options, 'summary' | 'failBelow'>,
) {
  if (words.length < 2 || words.length > 3)
    throw new UsageError('versions takes an optional scenario and two versions of a package')
  const [second = '', first = '', name] = words.toReversed()
  const scenario = scenarioNamed(name ?? SCENARIO.standard)
  const pair = pairOf(parseSpec(first, userPath), parseSpec(second, userPath), options.labels)
  if (metric !== 'instructions' && rounds < LEAST_ROUNDS) {
    throw new UsageError(`--rounds ${rounds} gives no interval: use at least ${LEAST_ROUNDS}`)
  }
  if (metric !== 'requests' && processes < LEAST_PROCESSES) {
    throw new UsageError(
      `--processes ${processes} is too few to estimate chance variation: use at least ${LEAST_PROCESSES}`,
    )
  }
  const folder = folderFor(pair, options)
  if (!scenarioSource(folder, scenario.name)) throw new UsageError(`${folder.name} has no file ${scenario.file}.ts`)
  return { pair, folder, scenario }
}

/** Returns the named server, or the one that shows this package's version. */
function folderFor(
  { specs: [{ name }] }: Pair,
  { servers, serversDir }: Pick<Options, 'servers' | 'serversDir'>,
): ServerFolder {
  const folders = findServerFolders([SERVERS_DIR, ...serversDir])
  if (servers !== undefined) return chooseServers(folders, [servers])[0] as ServerFolder
  const own = folders.filter(({ manifest }) => manifest.package === name)
  // If several do, the one with the package's name, such as express beside express-zod.
  const [folder] = own.length === 1 ? own : own.filter((each) => each.name === name)
  if (folder) return folder
  const known = own.length > 0 ? `: ${own.map((each) => each.name).join(', ')} do` : ''
  throw new UsageError(`no single server shows the version of ${name}${known}: choose one with --servers`)
}
