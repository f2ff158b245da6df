/** Faulty servers by the phase in which they are caught, and as server folders. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeTree } from '../../../shared/basics/testing.ts'
import { disclosure } from '../../../shared/test/samples.ts'
import { contract } from './contract.ts'
import { end } from './end.ts'
import type { FaultyServer, FaultyServers } from './faulty-server.ts'
import { heads } from './heads.ts'
import { load } from './load.ts'
import { pipelined } from './pipelined.ts'
import { start } from './start.ts'
import { workers } from './workers.ts'

export const faultyServers: Record<string, FaultyServers> = {
  start,
  contract,
  load,
  heads,
  pipelined,
  end,
  workers,
}

export const faultyServer = (name: string): FaultyServer =>
  Object.assign({}, ...Object.values(faultyServers))[name]

/** Files of server folders, by the folders' names. */
export type Folders = Record<string, Record<string, unknown>>

/** Writes every faulty server as a server folder. */
export function writeFaultyServers(directory: string): void {
  for (const [phase, table] of Object.entries(faultyServers)) {
    for (const [name, files] of Object.entries(foldersOf(phase, table)))
      writeTree(join(directory, name), files)
  }
}

export function faultyFolders(...names: string[]): Folders {
  const tables = Object.entries(faultyServers).map((entry) => foldersOf(...entry))
  const folders: Folders = Object.assign({}, ...tables)
  return Object.fromEntries(names.map((name) => [name, folders[name] as Folders[string]]))
}

/** @param table name of the module and its constant that have the servers */
export function foldersOf(table: string, servers: FaultyServers): Folders {
  const entries = Object.entries(servers)
  return Object.fromEntries(entries.map(([name, each]) => [name, folderOf(table, name, each)]))
}

/** Returns the files of a faulty server's folder: a package.json with its manifest, and `update-user.ts`. */
export function folderOf(
  table: string,
  name: string,
  { description, manifest, scripts, run }: FaultyServer,
): Record<string, unknown> {
  const validation = { ...disclosure.validation, errors: 'all', ...manifest?.validation }
  const bench = { router: false, ...disclosure, ...manifest, validation, description }
  const module = (file: string) => pathToFileURL(join(import.meta.dirname, `${file}.ts`))
  const source = `import { start as launch } from '${module('faulty-server')}'
import { ${table} } from '${module(table)}'

launch(${table}['${name}'])
`
  return {
    'package.json': { name: `@faulty/${name}`, private: true, type: 'module', scripts, bench },
    'update-user.ts': typeof run === 'string' ? run : source,
  }
}
