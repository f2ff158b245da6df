/** The liars by the phase in which they are found out, and as server folders. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeTree } from '../../../shared/basics/testing.ts'
import { disclosure } from '../../../shared/result/samples.ts'
import { contract } from './contract.ts'
import { end } from './end.ts'
import type { Liar } from './liar.ts'
import { load } from './load.ts'
import { start } from './start.ts'

export const liars = { start, contract, load, end }

/** Writes every liar out as a server folder of its name: a package.json with its manifest, and `update-user.ts`. */
export function writeLiars(directory: string): void {
  for (const [phase, table] of Object.entries(liars)) {
    for (const [name, liar] of Object.entries<Liar>(table))
      writeTree(join(directory, name), folderOf(phase, name, liar))
  }
}

/** The files of a liar's folder. @param table the module of this directory that has the liar, in a constant of its name */
export function folderOf(table: string, name: string, liar: Liar): Record<string, unknown> {
  return { 'package.json': packageOf(name, liar), 'update-user.ts': source(table, name, liar) }
}

function packageOf(name: string, { description, manifest, scripts }: Liar): object {
  const validation = { ...disclosure.validation, errors: 'all', ...manifest?.validation }
  const bench = { router: false, ...disclosure, ...manifest, validation, description }
  return { name: `@liars/${name}`, private: true, type: 'module', scripts, bench }
}

function source(phase: string, name: string, { lie }: Liar): string {
  if (typeof lie === 'string') return lie
  const table = pathToFileURL(join(import.meta.dirname, `${phase}.ts`))
  return `import { ${phase} } from '${table}'\n\n${phase}['${name}'].lie()\n`
}
