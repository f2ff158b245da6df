/** Faulty servers by the phase in which they are caught, and as server folders. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeTree } from '../../../shared/basics/testing.ts'
import { disclosure } from '../../../shared/test/samples.ts'
import { contract } from './contract.ts'
import { end } from './end.ts'
import type { FaultyServer } from './faulty-server.ts'
import { load } from './load.ts'
import { start } from './start.ts'

export const faultyServers = { start, contract, load, end }

/** Writes every faulty server as a server folder: a package.json with its manifest, and `update-user.ts`. */
export function writeFaultyServers(directory: string): void {
  for (const [phase, table] of Object.entries(faultyServers)) {
    for (const [name, faulty] of Object.entries<FaultyServer>(table))
      writeTree(join(directory, name), folderOf(phase, name, faulty))
  }
}

/** Returns the files of a faulty server's folder. @param table name of the module and its constant that have the server */
export function folderOf(
  table: string,
  name: string,
  faulty: FaultyServer,
): Record<string, unknown> {
  return { 'package.json': packageOf(name, faulty), 'update-user.ts': source(table, name, faulty) }
}

function packageOf(name: string, { description, manifest, scripts }: FaultyServer): object {
  const validation = { ...disclosure.validation, errors: 'all', ...manifest?.validation }
  const bench = { router: false, ...disclosure, ...manifest, validation, description }
  return { name: `@faulty/${name}`, private: true, type: 'module', scripts, bench }
}

function source(phase: string, name: string, { run }: FaultyServer): string {
  if (typeof run === 'string') return run
  const table = pathToFileURL(join(import.meta.dirname, `${phase}.ts`))
  return `import { ${phase} } from '${table}'\n\n${phase}['${name}'].run()\n`
}
