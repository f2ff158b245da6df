/** Finds what a probe measures: servers of a scenario, or folders that have certain files. */
import { UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Sharing } from '../../shared/format/workers.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import type { Settings } from '../cli/command.ts'
import { ALL, out, quick, SCENARIO_OR_ALL } from '../cli/options.ts'
import {
  chosenFolders,
  chosenServers,
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  scenariosFor,
  serverOptions,
} from '../cli/server-options.ts'
import { withPackages } from '../folders/server-copy.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  type MissingServer,
  missingLine,
  SERVERS_DIR,
  type Server,
  type ServerFolder,
  scenarioSource,
} from '../folders/servers.ts'
import type { Fitting } from '../run/protocol.ts'
import { say } from '../terminal/output.ts'

/** A server or library, with one of its files as entry. */
export interface Subject extends Server {
  /** The kind of its file; empty for a server of a scenario. */
  kind: string
  /** Distinguishes measurements of one server and runtime; may be empty. */
  part: string
}

/** What is measured for one result file. */
export interface Selection {
  scenario: Scenario
  subjects: readonly Subject[]
  notInstalled: readonly MissingServer[]
  /** Opening lines. */
  lines: readonly string[]
  /** Exit status for servers that were requested and skipped. */
  status: number
}

type Choice = ServerOptions & { out?: string | undefined; sharing?: Sharing }

export interface SubjectFinder {
  operands: readonly (typeof SCENARIO_OR_ALL)[]
  options(name: string): Settings
  find(values: Choice, word?: string): Selection[]
  /** Returns the file of each kind that a folder has, for a comparison of two versions of it. */
  filesOf(folder: ServerFolder, scenario: Scenario): [kind: string, file: string][]
}

/** Returns the subject of a kind, in one part. */
export const subjectOf = (server: Server, kind = '', part = kind): Subject => ({
  ...server,
  kind,
  part,
})

interface ServerRules {
  /** @throws UsageError that says why a scenario cannot be measured */
  assertFits?(scenario: Scenario): void
  /** Separates the installed servers that cannot be measured so. @throws UsageError if none can */
  fitting?(servers: readonly Server[], values: Choice): Fitting<Server>
  /** Returns what is measured beside all servers of a scenario. */
  others?(scenario: Scenario): Subject[]
}

/** The servers of one or all scenarios. */
export const serversOf = ({ assertFits, fitting, others }: ServerRules): SubjectFinder => ({
  operands: [SCENARIO_OR_ALL],
  options: (name) => ({ quick, out: out(`${name}/<scenario>`), ...serverOptions }),
  find(values, word = '') {
    if (word === ALL && values.out !== undefined)
      throw new UsageError(`--out takes one file, but "${ALL}" makes several: use only one of them`)
    return selectPerScenario(scenariosFor(word, values), (scenario) => {
      assertFits?.(scenario)
      const chosen = chosenServers(scenario, values)
      const { fit, names, lines } = fitting?.(chosen.installed, values) ?? {
        fit: chosen.installed,
        names: [],
        lines: [],
      }
      return {
        scenario,
        subjects: [
          ...fit.map((server) => subjectOf(server)),
          ...(values.servers ? [] : (others?.(scenario) ?? [])),
        ],
        notInstalled: chosen.notInstalled,
        lines: [...leftOutLines(chosen, scenario), ...lines],
        status: Math.max(
          missingServersStatus(chosen, values, word === ALL),
          Number(names.some((name) => values.servers?.includes(name))),
        ),
      }
    })
  },
  filesOf: (folder, { name }) => (scenarioSource(folder, name) ? [['', name]] : []),
})

export const serversOfScenario = serversOf({})

/** All servers, whatever their scenarios. */
export const serversOfAnyScenario: SubjectFinder = {
  operands: [],
  options: (name) => ({
    out: out(name),
    servers: serverOptions.servers,
    tag: serverOptions.tag,
    serversDir: serverOptions.serversDir,
  }),
  find(values) {
    const found = chosenFolders(values).map((folder) => foundIn([folder], firstScenarioOf(folder)))
    return [selectionOf(found, values)]
  },
  filesOf: (folder) => [['', firstScenarioOf(folder)]],
}

const firstScenarioOf = (folder: ServerFolder) =>
  [...scenarios.keys()].find((name) => scenarioSource(folder, name)) ?? ''

/** Returns the scenarios that have servers to measure, and names the others. @throws UsageError if none has */
function selectPerScenario<T>(
  candidates: readonly Scenario[],
  choose: (scenario: Scenario) => T,
): T[] {
  const reasons: string[] = []
  const chosen = candidates.flatMap((scenario) => {
    try {
      return [choose(scenario)]
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      reasons.push(error.message)
      return []
    }
  })
  if (chosen.length === 0) throw new UsageError(reasons.join('; '))
  for (const reason of reasons) say(reason)
  return chosen
}

type Found = Pick<Selection, 'subjects' | 'notInstalled'>

/** Finds the folders that have a file. */
function foundIn(folders: readonly ServerFolder[], file: string, kind = ''): Found {
  const { installed, notInstalled } = discoverServers(folders, file)
  return { subjects: installed.map((server) => subjectOf(server, kind)), notInstalled }
}

/** @throws UsageError if nothing is installed */
function selectionOf(found: readonly Found[], { servers }: ServerOptions): Selection {
  const subjects = found.flatMap((each) => each.subjects)
  const missing = new Map(
    found.flatMap(({ notInstalled }) => notInstalled.map((each) => [each.name, each])),
  )
  const notInstalled = [...missing.values()]
  if (subjects.length === 0 && notInstalled[0]) throw new UsageError(missingLine(notInstalled[0]))
  const status = Number(notInstalled.some(({ name }) => servers?.includes(name)))
  return { scenario: updateUser, subjects, notInstalled, lines: [], status }
}

/** @throws UsageError if a chosen folder exists and is not among those that fit */
function assertFitting(
  folders: readonly ServerFolder[],
  fitting: readonly ServerFolder[],
  chosen: readonly string[] = [],
): void {
  const has = (folders: readonly ServerFolder[], name: string) =>
    folders.some((folder) => folder.name === name)
  const unfit = chosen.find((name) => has(folders, name) && !has(fitting, name))
  if (unfit === undefined) return
  const names = fitting.map(({ name }) => name).join(', ')
  throw new UsageError(`${unfit} has nothing to measure here: use ${names}`)
}

/**
 * Servers and validation libraries that have one of these files. A folder is a subject of each kind whose file it has.
 * @param fits returns whether a folder that has the file takes part
 */
export function foldersWithFiles(
  files: Readonly<Record<string, string>>,
  fits: (folder: ServerFolder, kind: string) => boolean = () => true,
): SubjectFinder {
  const filesOf = (folder: ServerFolder) =>
    Object.entries(files).filter(
      ([kind, file]) => scenarioSource(folder, file) !== undefined && fits(folder, kind),
    )
  return {
    operands: [],
    options: (name) => ({
      out: out(name),
      servers: serverOptions.servers,
      serversDir: serverOptions.serversDir,
    }),
    find(values) {
      const { servers: names, serversDir } = values
      const directories = [SERVERS_DIR, `${ROOT}/validators`, ...serversDir]
      const folders = findServerFolders(directories)
      const fitting = folders.filter((folder) => filesOf(folder).length > 0)
      assertFitting(folders, fitting, names)
      const fittingFolders = chooseServers(fitting, names, directories)
      const chosen = names ? fittingFolders.map(withPackages) : fittingFolders
      const found = Object.entries(files).map(([kind, file]) => {
        const withFile = chosen.filter((folder) => filesOf(folder).some(([each]) => each === kind))
        return foundIn(withFile, file, kind)
      })
      return [selectionOf(found, values)]
    },
    filesOf,
  }
}
