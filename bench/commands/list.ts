import { UsageError } from '../../shared/basics/errors.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import { validationText } from '../../shared/format/disclosure.ts'
import { kindsOf } from '../../shared/results/pooled-result.ts'
import { readPublished } from '../../shared/results/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { wires } from '../../shared/wires/wires.ts'
import { command, flag } from '../cli/command.ts'
import {
  chosenFolders,
  onRuntimes,
  type ServerOptions,
  serverOptions,
} from '../cli/server-options.ts'
import {
  discoverServers,
  missingLine,
  type ServerFolder,
  scenarioSource,
} from '../folders/servers.ts'
import { say } from '../terminal/output.ts'

export const list = command({
  name: 'list',
  description: 'list servers, their scenarios, and what is not installed',
  options: {
    ...serverOptions,
    runs: flag('list the published runs of each scenario instead, fewest kinds of machines first'),
  },
  run(options) {
    if (options.runs && options.runtime)
      throw new UsageError('--runs lists runs on all runtimes: leave --runtime out')
    if (options.runs) say(runsTable(chosenFolders(options)))
    else show(options)
    return 0
  },
})

/** Lists the scenarios, those that most need another run first. */
function runsTable(folders: readonly ServerFolder[]): string {
  const published = new Map(readPublished().map(({ result }) => [result.scenario, result]))
  const rows = [...scenarios.values()].map(({ name }) => {
    const result = published.get(name)
    const kinds = result ? kindsOf(result) : []
    const measuredOn = (server: string) =>
      new Set(result?.ratios.get(server)?.map(({ kind }) => kind)).size
    const lacking = folders
      .filter((folder) => scenarioSource(folder, name))
      .filter((folder) => measuredOn(folder.name) < Math.max(1, kinds.length))
      .map((folder) => folder.name)
    const machines = result?.machines ?? 0
    const cells = [name, kinds.join(', '), machines, result?.runs.length ?? 0, lacking.join(', ')]
    return { kinds: kinds.length, machines, cells: cells.map(String) }
  })
  return textTable(
    ['scenario', 'kinds', 'machines', 'runs', 'servers that lack a kind'],
    rows.toSorted((a, b) => a.kinds - b.kinds || a.machines - b.machines).map(({ cells }) => cells),
  )
}

function show(options: ServerOptions): void {
  const folders = chosenFolders(options)
  // Scenarios that share a file have the same servers.
  const names = [...scenarios.values()]
    .filter(({ name, file }) => name === file)
    .map(({ name }) => name)
  const missing = new Map<string, string>()
  const rows = folders.flatMap((folder) => {
    const discoveries = names.map((name) => discoverServers([folder], name))
    const [installed] = discoveries.flatMap((discovery) => discovery.installed)
    for (const each of discoveries.flatMap(({ notInstalled }) => notInstalled))
      missing.set(each.name, missingLine(each))
    const { runtime, wire, validation } = folder.manifest
    const serverCells = installed
      ? onRuntimes([installed], options.runtime).map(({ name, version, runtime }) => [
          name,
          version ?? runtime.version,
          `${runtime.name} ${runtime.version}`,
        ])
      : [[folder.name, 'not installed', runtime]].filter(() => !options.runtime)
    const scenarios = names.map((scenario) => (scenarioSource(folder, scenario) ? 'yes' : ''))
    return serverCells.map((head) => [
      ...head,
      wires[wire].title,
      validationText(validation),
      ...scenarios,
    ])
  })
  say(textTable(['server', 'version', 'runtime', 'wire', 'validation', ...names], rows))
  for (const { name, file } of scenarios.values()) {
    if (name !== file) say(`${name} uses the servers of ${file}`)
  }
  for (const line of missing.values()) say(line)
}
