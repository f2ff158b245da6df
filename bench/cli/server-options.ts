/** Options that choose servers. */
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { RUNTIMES, type RuntimeName } from '../../shared/format/disclosure.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { assertKnownCases } from '../folders/declared.ts'
import { withPackages } from '../folders/server-copy.ts'
import {
  chooseServers,
  type Discovery,
  discoverServers,
  findServerFolders,
  missingLine,
  SERVERS_DIR,
  type Server,
  type ServerFolder,
  scenarioSource,
} from '../folders/servers.ts'
import { findRuntime, runtimeInstall } from '../machine/runtimes.ts'
import { type Values, value } from './command.ts'
import { ALL, nameList, scenarioNamed, serversDir } from './options.ts'

/** A requested runtime, such as `node@24`. */
interface RuntimeChoice {
  text: string
  name: RuntimeName
  major: number | undefined
}

export const serverOptions = {
  servers: value(
    '<a,b>',
    'only these servers, or paths of your own, such as ./my-server',
    nameList,
  ),
  tag: value('<a,b>', 'only servers with one of these tags', nameList),
  runtime: value(
    '<a,b>',
    'only servers of these runtimes (node, node@24, bun, deno); servers written for Node also run on the others',
    runtimeChoices,
  ),
  serversDir,
}

export type ServerOptions = Partial<Values<typeof serverOptions>> & { serversDir: string[] }

function runtimeChoices(text: string): RuntimeChoice[] {
  return nameList(text).map((choice) => {
    const [, name, major] = /^([a-z]+)(?:@(\d+))?$/.exec(choice) ?? []
    if (!RUNTIMES.includes(name as RuntimeName)) {
      throw new InvalidArgumentError(
        `It takes ${RUNTIMES.join(', ')}, each optionally with @ and a major version.`,
      )
    }
    return {
      text: choice,
      name: name as RuntimeName,
      major: major === undefined ? undefined : Number(major),
    }
  })
}

/** Returns the chosen server folders, with any runtime. */
export function chosenFolders({ servers, serversDir, tag }: ServerOptions): ServerFolder[] {
  for (const directory of serversDir) {
    if (findServerFolders([directory]).length > 0) continue
    throw new UsageError(
      `${directory} has no server folder: --servers-dir takes a directory of server folders`,
    )
  }
  const directories = [SERVERS_DIR, ...serversDir]
  const folders = chooseServers(findServerFolders(directories), servers, directories)
  const chosen = folders.filter(
    ({ manifest }) => !tag || tag.some((word) => manifest.tags.includes(word)),
  )
  if (chosen.length > 0) return servers ? chosen.map(withPackages) : chosen
  const tags = new Set(folders.flatMap(({ manifest }) => manifest.tags))
  throw new UsageError(
    `no server has the tag ${tag}: --tag takes ${[...tags].sort().join(', ') || 'nothing here'}`,
  )
}

/** Chosen servers of a scenario: installed, not installed, and lacking it. */
export interface Chosen extends Discovery {
  /** Servers that were requested by name and have no file for the scenario. */
  lacking: string[]
}

/**
 * Returns the chosen servers of a scenario.
 * @param baseline name of a server to compare with, which filters keep, on its own runtime
 */
export function chosenServers(
  scenario: Scenario,
  options: ServerOptions,
  baseline?: string,
): Chosen {
  const { servers, tag, runtime } = options
  const folders = chosenFolders(options)
  for (const folder of folders) assertKnownCases(folder)
  const { installed: runnable, notInstalled } = discoverServers(folders, scenario.name)
  const installed = onRuntimes(runnable, runtime)
  const lacksBaseline = !installed.some(({ name }) => name === baseline)
  if (baseline && (tag || runtime) && !servers && lacksBaseline) {
    const baselineFolders = chooseServers(findServerFolders([SERVERS_DIR]), [baseline])
    installed.unshift(...discoverServers(baselineFolders, scenario.name).installed)
  }
  const lacking = folders.filter((folder) => servers && !scenarioSource(folder, scenario.name))
  if (installed.length > 0)
    return { installed, notInstalled, lacking: lacking.map(({ name }) => name) }
  const [missing] = notInstalled
  if (missing) throw new UsageError(missingLine(missing))
  throw new UsageError(
    runnable.length > 0
      ? 'none of the chosen servers runs on the chosen runtimes'
      : `none of the servers has the scenario ${scenario.name}: no file ${scenario.file}.ts in its folder`,
  )
}

/**
 * Returns the exit status: 1 if a server requested by name is not installed or lacks the scenario. With all scenarios,
 * lacking one does not count.
 */
export function missingServersStatus(
  { notInstalled, lacking }: Chosen,
  { servers }: ServerOptions,
  allScenarios: boolean,
): number {
  const missed =
    notInstalled.some(({ name }) => servers?.includes(name)) ||
    (!allScenarios && lacking.length > 0)
  return missed ? 1 : 0
}

/** Returns a line with the requested servers that lack the scenario, if any. */
export function leftOutLines({ lacking }: Chosen, { name, file }: Scenario): string[] {
  return lacking.length > 0
    ? [`${lacking.join(', ')}: skipped for ${name}, no file ${file}.ts`]
    : []
}

/** Returns the named scenario; for "all", those that one of the chosen servers has a file for. */
export function scenariosFor(name: string, options: ServerOptions): Scenario[] {
  if (name !== ALL) return [scenarioNamed(name)]
  const folders = chosenFolders(options)
  return [...scenarios.values()].filter(({ name }) =>
    folders.some((folder) => scenarioSource(folder, name)),
  )
}

/** Returns the servers of those runtimes, and servers of Node moved to them under another name; all without a choice. */
export function onRuntimes(
  servers: readonly Server[],
  choices: readonly RuntimeChoice[] | undefined,
): Server[] {
  if (!choices) return [...servers]
  return choices.flatMap(({ text, name, major }) => {
    const runtime = findRuntime(name, major)
    if (!runtime) throw new UsageError(`${text} is not installed: ${runtimeInstall(name, major)}`)
    return servers.flatMap((server): Server[] => {
      const current = server.runtime
      if (current.name === name && (major === undefined || current.version === runtime.version))
        return [server]
      if (current.name !== 'node') return []
      const displayName = `${server.manifest.name ?? server.name} (${text})`
      const manifest = { ...server.manifest, name: displayName }
      return [{ ...server, name: `${server.name} (${text})`, runtime, otherNode: null, manifest }]
    })
  })
}
