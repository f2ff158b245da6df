/** The options that choose servers, for every command that has them. */
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { RUNTIMES, type RuntimeName } from '../../shared/results/disclosure.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { findRuntime, runtimeInstall } from '../host/runtimes.ts'
import {
  assertKnownCases,
  chooseServers,
  type Discovery,
  discoverServers,
  findServerFolders,
  missingLine,
  SERVERS_DIR,
  type Server,
  type ServerFolder,
  scenarioSource,
} from '../host/servers.ts'
import { type Values, value } from './command.ts'
import { ALL, names, SCENARIO_OR_ALL, scenarioNamed, serversDir } from './options.ts'

/** A runtime that was asked for, such as `node@24`. */
interface RuntimeChoice {
  text: string
  name: RuntimeName
  major: number | undefined
}

export const serverOptions = {
  servers: value('<a,b>', 'only these servers', names),
  tag: value('<a,b>', 'only servers with one of these tags', names),
  runtime: value(
    '<a,b>',
    'only servers of these runtimes (node, node@24, bun, deno); servers written for Node are run on the others too',
    runtimeChoices,
  ),
  serversDir,
}

export type ServerOptions = Partial<Values<typeof serverOptions>> & { serversDir: string[] }

function runtimeChoices(text: string): RuntimeChoice[] {
  return names(text).map((choice) => {
    const [, name, major] = /^([a-z]+)(?:@(\d+))?$/.exec(choice) ?? []
    if (!RUNTIMES.includes(name as RuntimeName)) {
      throw new InvalidArgumentError(`It takes ${RUNTIMES.join(', ')}, each with @ and a major version or without.`)
    }
    return { text: choice, name: name as RuntimeName, major: major === undefined ? undefined : Number(major) }
  })
}

/** The server folders that the options choose, whatever their runtime. */
export function chosenFolders({ servers, serversDir, tag }: ServerOptions): ServerFolder[] {
  for (const directory of serversDir) {
    if (findServerFolders([directory]).length > 0) continue
    throw new UsageError(`${directory} holds no server folder: --servers-dir takes the directory above it`)
  }
  const folders = chooseServers(findServerFolders([SERVERS_DIR, ...serversDir]), servers)
  const chosen = folders.filter(({ manifest }) => !tag || tag.some((word) => manifest.tags.includes(word)))
  if (chosen.length > 0) return chosen
  const tags = new Set(folders.flatMap(({ manifest }) => manifest.tags))
  throw new UsageError(`no server has the tag ${tag}: --tag takes ${[...tags].sort().join(', ') || 'nothing here'}`)
}

/** Servers of a scenario, installed or not, and those that do not have it. */
export interface Chosen extends Discovery {
  /** Names of servers that were asked for by name, and have no file for the scenario. */
  lacking: string[]
}

/**
 * The chosen servers that have the scenario; none at all is an error.
 * @param baseline name of a server that stays on its own runtime, and that filters leave in, so that there is something to
 * compare with
 */
export function chosenServers(scenario: Scenario, options: ServerOptions, baseline?: string): Chosen {
  const folders = chosenFolders(options)
  for (const folder of folders) assertKnownCases(folder)
  const discovery = discoverServers(folders, scenario.name)
  const installed = onRuntimes(discovery.installed, options.runtime)
  const isFiltered = options.tag || options.runtime
  if (baseline && isFiltered && !options.servers && !installed.some(({ name }) => name === baseline)) {
    installed.unshift(
      ...discoverServers(chooseServers(findServerFolders([SERVERS_DIR]), [baseline]), scenario.name).installed,
    )
  }
  const [missing] = discovery.notInstalled
  const lacking = options.servers ? folders.filter((folder) => !scenarioSource(folder, scenario.name)) : []
  if (installed.length > 0) {
    return { installed, notInstalled: discovery.notInstalled, lacking: lacking.map(({ name }) => name) }
  }
  if (missing) throw new UsageError(missingLine(missing))
  if (discovery.installed.length > 0) throw new UsageError('none of the chosen servers runs on the chosen runtimes')
  throw new UsageError(
    `none of the servers has the scenario ${scenario.name}: no file ${scenario.file}.ts in its folder`,
  )
}

/**
 * A part of the chosen servers.
 * @param only of the names of all, sorted, whether they are installed here or not, those in the part
 */
export function partOf(
  { installed, notInstalled, lacking }: Chosen,
  only: (names: readonly string[]) => readonly string[],
): { chosen: Chosen; names: readonly string[] } {
  const names = [...installed, ...notInstalled].map(({ name }) => name).sort()
  const part = new Set(only(names))
  const isIn = ({ name }: { name: string }) => part.has(name)
  return { chosen: { installed: installed.filter(isIn), notInstalled: notInstalled.filter(isIn), lacking }, names }
}

/**
 * The exit status for servers that were asked for by name and take no part, not installed or without the scenario: 1 where
 * there is one. Who asks for all scenarios does not ask for one that a server does not have.
 */
export function missingServersStatus(
  { notInstalled, lacking }: Chosen,
  { servers }: ServerOptions,
  all: boolean,
): number {
  const missed = notInstalled.some(({ name }) => servers?.includes(name)) || (!all && lacking.length > 0)
  return missed ? 1 : 0
}

/** Says in one line which servers were asked for and do not have the scenario, if any. */
export function leftOutLines({ lacking }: Chosen, { name, file }: Scenario): string[] {
  return lacking.length > 0 ? [`${lacking.join(', ')}: left out of ${name}, no file ${file}.ts`] : []
}

/** The scenario of that name; of all scenarios those that one of the chosen servers has a file for. */
export function scenariosFor(name: string, options: ServerOptions): Scenario[] {
  if (name !== ALL) return [scenarioNamed(name, SCENARIO_OR_ALL.help)]
  const folders = chosenFolders(options)
  return [...scenarios.values()].filter(({ name }) => folders.some((folder) => scenarioSource(folder, name)))
}

/** The servers of those runtimes, and servers of Node put on them under another name; all where none is chosen. */
export function onRuntimes(servers: readonly Server[], choices: readonly RuntimeChoice[] | undefined): Server[] {
  if (!choices) return [...servers]
  return choices.flatMap(({ text, name, major }) => {
    const runtime = findRuntime(name, major)
    if (!runtime) throw new UsageError(`${text} is not installed: ${runtimeInstall(name, major)}`)
    return servers.flatMap((server): Server[] => {
      const own = server.runtime
      if (own.name === name && (major === undefined || own.version === runtime.version)) return [server]
      if (own.name !== 'node') return []
      const displayName = `${server.manifest.name ?? server.name} (${text})`
      const manifest = { ...server.manifest, name: displayName }
      return [{ ...server, name: `${server.name} (${text})`, runtime, otherNode: null, manifest }]
    })
  })
}

/**
 * The server that a result has under that name, which may be one put on another runtime: `express (bun)`.
 * @throws UsageError where that runtime is not installed
 */
export function serverNamed(servers: readonly Server[], name: string): Server | undefined {
  const [, folder, runtime] = NAME_ON_RUNTIME.exec(name) ?? []
  const server = servers.find((other) => other.name === (folder ?? name))
  return server && runtime ? onRuntimes([server], runtimeChoices(runtime))[0] : server
}

const NAME_ON_RUNTIME = new RegExp(`^(.+) \\(((?:${RUNTIMES.join('|')})(?:@\\d+)?)\\)$`)
