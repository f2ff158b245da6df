/** Writes the projects of a template, and compiles them. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compile, Declarations } from '../../../charts/instruments/types/format.ts'
import { makeScratch, removeScratch } from '../../host/scratch.ts'
import { type Compiled, type Compiler, CompilerLimit, compile } from './compile.ts'
import { groupsOf, type Template } from './template.ts'

/** A project in a directory, and its configuration files. */
interface Project {
  directory: string
  parts: Compile['part'][]
}

const OPTIONS = {
  ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'nodenext', types: ['node'] },
  ...{ strict: true, skipLibCheck: true, allowImportingTsExtensions: true, noEmit: true },
}

/** Writes a project of a size below a folder, whose packages it sees. */
function writeProject(template: Template, folder: string, size: number): Project {
  const directory = makeScratch('.types-', folder)
  const groups = groupsOf(size)
  const server = template.server(groups)
  const client = template.client?.(groups)
  const checks = { 'check-first.ts': template.check(0), 'check-last.ts': template.check(size - 1) }
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const configure = (name: string, sources: object, options = {}) =>
    write(name, JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, files: Object.keys(sources) }))
  for (const [name, source] of Object.entries({ ...server, ...client, ...checks })) write(name, source)
  // A server with a client is checked by the client's calls.
  configure('server.json', client ? server : { ...server, ...checks })
  if (client) configure('client.json', { ...server, ...client, ...checks })
  const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: 'declarations' }
  configure('declarations.json', server, emit)
  return { directory, parts: client ? ['server', 'client'] : ['server'] }
}

export interface Plan {
  template: Template
  /** Whose packages the projects see. */
  folder: string
  sizes: readonly number[]
  compilers: readonly Compiler[]
  limitSeconds: number
  /** Whether declarations are written, too. */
  emits: boolean
}

/** Everything that one fresh process of each compiler yields. */
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
    const { directory, parts } = writeProject(template, folder, size)
    try {
      for (const part of parts) {
        for (const compiler of compilers) {
          const done = await unlessLimited(() => compile(compiler, directory, `${part}.json`, limitSeconds))
          measured.compiles.push({ compiler: compiler.name, part, size, ...figuresOf(done) })
        }
      }
      if (emits) measured.declarations.push({ size, ...(await declarationsOf(directory, compilers, limitSeconds)) })
    } finally {
      removeScratch(directory)
    }
  }
  return measured
}

function figuresOf(done: Compiled | string): Omit<Compile, 'compiler' | 'part' | 'size'> {
  if (typeof done === 'string')
    return { failure: done, types: null, instantiations: null, checkSeconds: [], peakBytes: [] }
  const { types, instantiations, checkSeconds, peakBytes } = done
  return {
    ...{ failure: null, types, instantiations },
    ...{ checkSeconds: [checkSeconds], peakBytes: peakBytes === null ? [] : [peakBytes] },
  }
}

/** @returns the limit in words */
async function unlessLimited<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CompilerLimit) return error.message
    throw error
  }
}

/** By the last compiler: all write the same declarations but for the order of members. */
async function declarationsOf(directory: string, compilers: readonly Compiler[], limitSeconds: number) {
  const compiler = compilers.at(-1) as Compiler
  const failure = await unlessLimited(() => compile(compiler, directory, 'declarations.json', limitSeconds)).catch(
    // A type that has no name outside a package cannot be declared, which is no fault of the types themselves.
    (error: Error) => error.message,
  )
  if (typeof failure === 'string') return { bytes: null, failure }
  const files = globSync('declarations/**/*.d.ts', { cwd: directory })
  return { bytes: files.reduce((sum, file) => sum + readFileSync(join(directory, file)).length, 0), failure: null }
}

/** Puts the processes of a library together, and disqualifies it where counts of the same project differ. */
export function merge(processes: readonly Measured[]): Measured & { refusal: string | null } {
  const { compiles, declarations } = processes[0] ?? { compiles: [], declarations: [] }
  const alike = (index: number) => processes.flatMap((process) => process.compiles[index] ?? [])
  for (const [i, { compiler, part, size }] of compiles.entries()) {
    const counts = new Set(
      alike(i).map(({ types, instantiations, failure }) => failure ?? `${types}, ${instantiations}`),
    )
    if (counts.size === 1) continue
    const refusal = `${compiler} counts differently each time for the ${part} of ${size}: ${[...counts].join('; ')}`
    return { refusal, compiles: [], declarations: [] }
  }
  const all = compiles.map((compile, i) => ({
    ...compile,
    checkSeconds: alike(i).flatMap(({ checkSeconds }) => checkSeconds),
    peakBytes: alike(i).flatMap(({ peakBytes }) => peakBytes),
  }))
  return { refusal: null, compiles: all, declarations }
}
