/** Writes the projects of a template, and compiles them. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compile, Declarations } from '../../../charts/instruments/types/format.ts'
import { scratch } from '../../host/scratch.ts'
import { groupsOf, type Template } from '../../templates/template.ts'
import { type Compiler, compile } from './compile.ts'

const OPTIONS = {
  ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'nodenext', types: ['node'] },
  ...{ strict: true, skipLibCheck: true, allowImportingTsExtensions: true, noEmit: true },
}
const EMIT = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: 'declarations' }

/** Writes a project to a directory. */
function writeProject(template: Template, directory: string, size: number): void {
  const server = template.server(groupsOf(size))
  const client = template.client?.(groupsOf(size))
  const checks = { 'check-first.ts': template.check(0), 'check-last.ts': template.check(size - 1) }
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const configure = (name: string, sources: object, options = {}) =>
    write(name, JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, files: Object.keys(sources) }))
  for (const [name, source] of Object.entries({ ...server, ...client, ...checks })) write(name, source)
  // A server with a client is checked by the client's calls.
  configure('server.json', client ? server : { ...server, ...checks })
  configure('client.json', { ...server, ...client, ...checks })
  configure('declarations.json', server, EMIT)
}

interface Plan {
  template: Template
  /** Whose packages the projects see. */
  folder: string
  sizes: readonly number[]
  compilers: readonly Compiler[]
  limitSeconds: number
  /** Whether declarations are written, too. */
  emits: boolean
}

/** What one fresh process of each compiler yields. */
export interface Measured {
  compiles: Compile[]
  declarations: Declarations[]
}

/**
 * Compiles the projects of all sizes.
 * @throws where one does not compile for a reason that is no limit of the compiler: a type is not inferred, or not as written
 */
export async function measureTypes({
  template,
  folder,
  sizes,
  compilers,
  limitSeconds,
  emits,
}: Plan): Promise<Measured> {
  const measured: Measured = { compiles: [], declarations: [] }
  for (const size of sizes) {
    using directory = scratch('.types-', folder)
    writeProject(template, directory.path, size)
    for (const part of template.client ? (['server', 'client'] as const) : (['server'] as const)) {
      for (const compiler of compilers) {
        const figures = await compile(compiler, directory.path, `${part}.json`, limitSeconds)
        measured.compiles.push({ compiler: compiler.name, part, size, ...figures })
      }
    }
    if (emits) measured.declarations.push({ size, ...(await declarationsOf(directory.path, compilers, limitSeconds)) })
  }
  return measured
}

/** By the last compiler. */
async function declarationsOf(directory: string, compilers: readonly Compiler[], limitSeconds: number) {
  const compiler = compilers.at(-1) as Compiler
  const { failure } = await compile(compiler, directory, 'declarations.json', limitSeconds).catch(
    // A type without a name outside its package cannot be declared, though it is inferred.
    ({ message }: Error) => ({ failure: message }),
  )
  const files = globSync('declarations/**/*.d.ts', { cwd: directory })
  const bytes = files.reduce((sum, file) => sum + readFileSync(join(directory, file)).length, 0)
  return { bytes: failure === null ? bytes : null, failure }
}

const isAlike = (one: Compile, other: Compile) =>
  one.compiler === other.compiler && one.part === other.part && one.size === other.size

/**
 * Puts the processes of a library together, and disqualifies it where counts of the same project differ.
 * @param processes of which the first compiled all projects
 */
export function merge(processes: readonly Measured[]): Measured & { refusal: string | null } {
  const { compiles, declarations } = processes[0] ?? { compiles: [], declarations: [] }
  const all = compiles.map((compile) => {
    const alike = processes.flatMap((process) => process.compiles.filter((other) => isAlike(other, compile)))
    // One process may just keep within a bound that another exceeds.
    const failed = alike.find(({ failure }) => failure !== null)
    const counts = new Set(failed ? [] : alike.map(({ types, instantiations }) => `${types}, ${instantiations}`))
    const cpuSeconds = alike.flatMap((each) => each.cpuSeconds)
    const peakBytes = alike.flatMap((each) => each.peakBytes)
    return { counts: [...counts], merged: failed ?? { ...compile, cpuSeconds, peakBytes } }
  })
  const differing = all.find(({ counts }) => counts.length > 1)
  if (!differing) return { refusal: null, compiles: all.map(({ merged }) => merged), declarations }
  const { counts, merged } = differing
  const project = `the ${merged.part} of ${merged.size}`
  const refusal = `${merged.compiler} counts differently each time for ${project}: ${counts.join('; ')}`
  return { refusal, compiles: [], declarations: [] }
}
