import { type Command, Option } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { COUNTER_KINDS, type CounterKind } from '../../../shared/result/instructions.ts'
import { PROCESSES } from '../../application/count-and-report.ts'
import { type VersionsOptions, versionsAndReport } from '../../application/versions-and-report.ts'
import {
  chooseServers,
  findServerFolders,
  SERVERS_DIR,
  type ServerFolder,
  scenarioSource,
} from '../../contenders/servers.ts'
import { defaultProtocol, type ProtocolChoices } from '../../measure/protocol.ts'
import { type Pair, pairOf, parseSpec } from '../../versions/spec.ts'
import {
  collect,
  evenRequests,
  names,
  percent,
  positiveInteger,
  SCENARIO_NAMES,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
  userPath,
} from '../options.ts'

interface Options extends Pick<ProtocolChoices, 'duration' | 'warmup' | 'seed'> {
  scenario: string
  server?: string
  serversDir: string[]
  metric: VersionsOptions['metric']
  rounds: number
  processes: number
  requests?: number
  counter?: CounterKind
  labels?: string[]
  failBelow?: number
  out?: string
  summary?: string
}

/** Fewer rounds have no interval. */
const LEAST_ROUNDS = 2
/** Fewer processes teach no gate. */
const LEAST_PROCESSES = 3

const EXPLANATION = `
Each version is installed into a place of its own, a temporary directory with a copy of the server's folder and its own
node_modules; whatever else the server needs is what npm installs there today, the same for both where the versions do
not ask for different ones. The same files then run with both: contract first, instructions counted in fresh processes by
turns, requests/s in rounds with both. Nothing of this repository is written, and the places are gone afterwards.

A version is what npm knows by name@1.2.3, name@^1 or name@next, an archive that npm pack has made
(name@file:./name.tgz), or a folder or checkout on disk (name@file:../name), which is packed first. It may be any package
that the server needs, however deep: ajv@8.17.1 under fastify.

--fail-below 3% fails where the whole interval of the second lies beyond: more than 3% fewer requests/s, or more than 3%
more instructions.

The exit status of this command is 0 where both were measured; 1 the second is slower by more than --fail-below; 2 wrong usage; 3 they could not be
measured, which one line says: one does not install, start or keep the contract, or nothing here counts and
--metric instructions was asked for.

Examples:
  npm run bench -- versions fastify@5.11.0 fastify@5.12.8
  npm run bench -- versions ajv@8.17.1 ajv@file:../ajv --server fastify --metric instructions --fail-below 1%`

export function addVersionsCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('versions <package@a> <package@b>')
    .description('whether one version of a package is faster than another, under one server')
    .addOption(new Option('--scenario <name>', SCENARIO_NAMES).default('update-user'))
    .option('--server <name>', 'whose files both run with (default: the one that shows the version of that package)')
    .addOption(
      new Option('--servers-dir <dir>', 'also the server folders in this directory; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      new Option('--metric <name>', 'what is measured; with both, instructions only where something counts here')
        .choices(['both', 'instructions', 'requests'])
        .default('both'),
    )
    .addOption(
      new Option('--rounds <n>', 'of requests/s, with both versions in each')
        .argParser(positiveInteger)
        .default(defaultProtocol.rounds),
    )
    .addOption(
      new Option(
        '--duration <s>',
        `seconds that each is loaded in a round (default: ${defaultProtocol.durationSeconds})`,
      ).argParser(seconds),
    )
    .addOption(
      new Option(
        '--warmup <s>',
        `seconds of warm-up at the most (default: ${defaultProtocol.warmupSeconds})`,
      ).argParser(secondsOrNone),
    )
    .addOption(new Option('--seed <n>', 'of the rounds (default: drawn)').argParser(seed))
    .addOption(
      new Option('--processes <n>', 'fresh ones of each that are counted')
        .argParser(positiveInteger)
        .default(PROCESSES),
    )
    .addOption(
      new Option(
        '--requests <n>',
        'counted in each process (default: perf 20,000, qemu 6,000, callgrind 4,000)',
      ).argParser(evenRequests),
    )
    .addOption(
      new Option('--counter <kind>', 'what counts (default: the first that works here)').choices(COUNTER_KINDS),
    )
    .addOption(new Option('--labels <a,b>', 'what the two are called, such as base,head').argParser(names))
    .addOption(
      new Option(
        '--fail-below <percent>',
        'exit 1 if the second is slower by more than this with confidence',
      ).argParser(percent),
    )
    .option(
      '--out <file>',
      'write the result to this file (default: results/versions/<date>.json, and its page is renewed)',
    )
    .option('--summary <file>', 'write a summary in Markdown to this file, whatever comes out')
    .addHelpText('after', EXPLANATION)
    .action(async (first: string, second: string, options: Options) =>
      finish(await versionsCommand(first, second, options)),
    )
}

async function versionsCommand(first: string, second: string, options: Options): Promise<number> {
  const scenario = scenarioNamed(options.scenario)
  const pair = pairOf(parseSpec(first, userPath), parseSpec(second, userPath), options.labels)
  const { rounds, processes, duration, warmup } = options
  if (options.metric !== 'instructions' && rounds < LEAST_ROUNDS) {
    throw new UsageError(`--rounds ${rounds} tells no interval: take ${LEAST_ROUNDS} at least`)
  }
  if (options.metric !== 'requests' && processes < LEAST_PROCESSES) {
    throw new UsageError(`--processes ${processes} says nothing of chance: take ${LEAST_PROCESSES} at least`)
  }
  const folder = folderFor(pair, options)
  if (!scenarioSource(folder, scenario.name)) throw new UsageError(`${folder.name} has no file ${scenario.file}.ts`)
  const path = (file: string | undefined) => (file === undefined ? undefined : userPath(file))
  return versionsAndReport({
    pair,
    folder,
    scenario,
    metric: options.metric,
    protocol: { rounds, ...defined({ duration, warmup, seed: options.seed }) },
    counter: options.counter,
    processes,
    requests: options.requests,
    failBelow: options.failBelow,
    out: path(options.out),
    summary: path(options.summary),
  })
}

/** Without what was left out, for which the protocol has its own. */
function defined<T extends object>(choices: T): Partial<T> {
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** The server that somebody names, or the one whose shown package it is. */
function folderFor({ specs: [{ name }] }: Pair, { server, serversDir }: Options): ServerFolder {
  const folders = findServerFolders([SERVERS_DIR, ...serversDir.map(userPath)])
  if (server !== undefined) return chooseServers(folders, [server])[0] as ServerFolder
  const own = folders.filter(({ manifest }) => manifest.package === name)
  // Of several the one that is called like it, such as express beside express-zod.
  const [folder] = own.length === 1 ? own : own.filter((each) => each.name === name)
  if (folder) return folder
  const known = own.length > 0 ? `: ${own.map((each) => each.name).join(', ')} do` : ''
  throw new UsageError(`no one server stands for ${name}${known}: choose one by --server`)
}
