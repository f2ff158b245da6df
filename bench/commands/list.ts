import { textTable } from '../../shared/basics/text-table.ts'
import { validationText } from '../../shared/format/disclosure.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { wires } from '../../shared/wires/wires.ts'
import { command } from '../cli/command.ts'
import {
  chosenFolders,
  onRuntimes,
  type ServerOptions,
  serverOptions,
} from '../cli/server-options.ts'
import { discoverServers, missingLine, scenarioSource } from '../folders/servers.ts'
import { say } from '../terminal/output.ts'

export const list = command({
  name: 'list',
  description: 'list servers, their scenarios, and what is not installed',
  options: serverOptions,
  run(options) {
    show(options)
    return 0
  },
})

function show(options: ServerOptions): void {
  const folders = chosenFolders(options)
  // A scenario without a file of its own has the servers of the file's.
  const names = [...scenarios.values()]
    .filter(({ name, file }) => name === file)
    .map(({ name }) => name)
  const rows: string[][] = []
  const missing = new Map<string, string>()
  for (const folder of folders) {
    const discoveries = names.map((name) => discoverServers([folder], name))
    const installed = discoveries.flatMap((discovery) => discovery.installed)[0]
    for (const each of discoveries.flatMap(({ notInstalled }) => notInstalled))
      missing.set(each.name, missingLine(each))
    const { runtime, wire, validation } = folder.manifest
    const row = (name: string, version: string, shownRuntime: string) =>
      rows.push([
        name,
        version,
        shownRuntime,
        wires[wire].title,
        validationText(validation),
        ...names.map((scenario) => (scenarioSource(folder, scenario) ? 'yes' : '')),
      ])
    for (const server of installed ? onRuntimes([installed], options.runtime) : []) {
      row(
        server.name,
        server.version ?? server.runtime.version,
        `${server.runtime.name} ${server.runtime.version}`,
      )
    }
    if (!installed && !options.runtime) row(folder.name, 'not installed', runtime)
  }
  say(textTable(['server', 'version', 'runtime', 'wire', 'validation', ...names], rows))
  for (const { name, file } of scenarios.values()) {
    if (name !== file) say(`${name} is measured with the servers of ${file}`)
  }
  for (const line of missing.values()) say(line)
}
