/** Writes a project of a template, which compiles only where its types are inferred. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupsOf, type Sources, type Template } from './template.ts'

const OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}
const EMIT = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: 'declarations' }

/**
 * Writes sources and checks to a directory, with a configuration of the compiler for each part: `server.json`, `client.json`,
 * and `declarations.json`, which emits those of the server.
 */
export function writeProject(template: Template, directory: string, size: number): void {
  const server = template.server(groupsOf(size))
  const client = template.client?.(groupsOf(size))
  const checks = { 'check-first.ts': template.check(0), 'check-last.ts': template.check(size - 1) }
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const configure = (name: string, sources: Sources, options = {}) =>
    write(
      name,
      JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, files: Object.keys(sources) }),
    )
  for (const [name, source] of Object.entries({ ...server, ...client, ...checks }))
    write(name, source)
  // A server with a client is checked by the client's calls.
  configure('server.json', client ? server : { ...server, ...checks })
  configure('client.json', { ...(template.precompiled ? {} : server), ...client, ...checks })
  configure('declarations.json', server, EMIT)
}
