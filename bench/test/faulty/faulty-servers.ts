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

/** Writes every faulty server as a server folder: a package.json with its manifest, and `update-user.ts`. */
export function writeFaultyServers(directory: string): void {
  for (const [phase, table] of Object.entries(faultyServers)) {
    for (const [name, faulty] of Object.entries(table))
      writeTree(join(directory, name), folderOf(phase, name, faulty))
  }
}

/** Returns the files of a faulty server's folder. @param table name of the module and its constant that have the server */
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
