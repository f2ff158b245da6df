import { UsageError } from '../../../shared/basics/errors.ts'
import { defaultProtocol } from '../../../shared/result/default-protocol.ts'
import { choice, command, type Values, value } from '../../cli/command.ts'
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
import {
  chooseServers,
  findServerFolders,
  SERVERS_DIR,
  type ServerFolder,
  scenarioSource,
} from '../../contenders/servers.ts'
import { countOptions } from '../counts.ts'
import { versionsAndReport } from './measure.ts'
import { type Pair, pairOf, parseSpec } from './spec.ts'

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

Examples:
  npm run bench -- versions fastify@5.11.0 fastify@5.12.8
  npm run bench -- versions ajv@8.17.1 ajv@file:../ajv --servers fastify --metric instructions --fail-below 1%`

const options = {
  servers: value(
    '<name>',
    'whose files both run with (default: the one that shows the version of that package)',
    String,
  ),
  serversDir,
  metric: choice(
    '<name>',
    'what is measured; with both, instructions only where something counts here',
    ['both', 'instructions', 'requests'],
    { standard: 'both' },
  ),
  rounds: value('<n>', 'rounds of requests/s, with both versions in each', positiveInteger, {
    standard: defaultProtocol.rounds,
  }),
  seconds: value('<s>', 'seconds that each is loaded in a round', seconds, {
    standard: defaultProtocol.durationSeconds,
  }),
  warmup: value('<s>', 'seconds of warm-up at the most', secondsOrNone, {
    standard: defaultProtocol.warmupSeconds,
  }),
  seed: value('<n>', 'of the rounds (default: random)', seed),
  ...countOptions,
  labels: value('<a,b>', 'what the two are called, such as base,head', names),
  failBelow: value('<percent>', 'exit 1 if the second is slower by more than this with confidence', percent),
  out: out('versions'),
  summary: value('<file>', 'write a summary in Markdown to this file, whatever comes out', userPath),
}
type Options = Values<typeof options>

export default command({
  name: 'versions',
  description: 'whether one version of a package is faster than another, under one server',
  timed: true,
  operands: [
    { syntax: '<words...>', help: '[scenario] <package@a> <package@b>; the scenario is update-user by default' },
  ],
  options,
  more: EXPLANATION,
  run: (values, ...words) => compareVersions(words, values),
})

async function compareVersions(words: string[], options: Options): Promise<number> {
  if (words.length < 2 || words.length > 3)
    throw new UsageError('versions takes a scenario, if any, and two versions of a package')
  const [second = '', first = '', name] = words.toReversed()
  const scenario = scenarioNamed(name ?? SCENARIO.standard)
  const pair = pairOf(parseSpec(first, userPath), parseSpec(second, userPath), options.labels)
  const { rounds, processes, seconds, warmup, seed } = options
  if (options.metric !== 'instructions' && rounds < LEAST_ROUNDS) {
    throw new UsageError(`--rounds ${rounds} tells no interval: take ${LEAST_ROUNDS} at least`)
  }
  if (options.metric !== 'requests' && processes < LEAST_PROCESSES) {
    throw new UsageError(`--processes ${processes} says nothing of chance: take ${LEAST_PROCESSES} at least`)
  }
  const folder = folderFor(pair, options)
  if (!scenarioSource(folder, scenario.name)) throw new UsageError(`${folder.name} has no file ${scenario.file}.ts`)
  return versionsAndReport({
    pair,
    folder,
    scenario,
    metric: options.metric,
    protocol: { rounds, seconds, warmup, ...(seed !== undefined && { seed }) },
    counter: options.counter,
    processes,
    requests: options.requests,
    failBelow: options.failBelow,
    out: options.out,
    summary: options.summary,
  })
}

/** The server that somebody names, or the one whose shown package it is. */
function folderFor({ specs: [{ name }] }: Pair, { servers, serversDir }: Options): ServerFolder {
  const folders = findServerFolders([SERVERS_DIR, ...serversDir])
  if (servers !== undefined) return chooseServers(folders, [servers])[0] as ServerFolder
  const own = folders.filter(({ manifest }) => manifest.package === name)
  // Of several the one that is called like it, such as express beside express-zod.
  const [folder] = own.length === 1 ? own : own.filter((each) => each.name === name)
  if (folder) return folder
  const known = own.length > 0 ? `: ${own.map((each) => each.name).join(', ')} do` : ''
  throw new UsageError(`no one server stands for ${name}${known}: choose one by --servers`)
}
