/** The validation libraries of the cost ladder: each server folder with a file of steps is one. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { buildServer } from '../contenders/build.ts'
import { discoverServers, findServerFolders, type MissingServer, type Server } from '../contenders/servers.ts'
import { runProgram } from '../instructions/program.ts'
import { explainingLine } from '../machine/program-output.ts'
import type { ToldSteps } from './steps-process.ts'

const STEPS_FILE = 'steps.ts'
const PROCESS = join(import.meta.dirname, 'steps-process.ts')

/** A library whose steps were loaded, and checked. */
export interface Library {
  /** As readers know it; the folder's name where its steps could not be loaded. */
  name: string
  version: string | null
  /** The file that is loaded. */
  entry: string
  /** SHA-256 of its source. */
  code: string
  /** The one that its steps stand with. */
  server: Server
  /** Whether that server does its work by this library, so that it can be held against the rungs. */
  isServers: boolean
  /** Why it is not measured, in one line; null where its steps do all that the contract asks. */
  flaw: string | null
}

export interface Libraries {
  found: Library[]
  notInstalled: MissingServer[]
}

/**
 * Finds libraries, builds what has to be built, and checks the steps of each in a process of its own.
 * @param names of libraries or of folders; all where it is left out
 * @param seed of the values that the check sends
 * @throws UsageError where there is none of that name
 */
export async function findLibraries(
  directories: readonly string[],
  names: readonly string[] | undefined,
  seed: number,
): Promise<Libraries> {
  const folders = findServerFolders(directories).filter(({ directory }) => existsSync(join(directory, STEPS_FILE)))
  const { installed, notInstalled } = discoverServers(folders, 'update-user')
  const all: Library[] = []
  for (const server of installed) all.push(await checked(server, seed))
  if (!names) return { found: all, notInstalled }
  const isMeant = (name: string) => (library: Library) => library.name === name || library.server.name === name
  const missing = (name: string) => notInstalled.find((server) => server.name === name)
  for (const name of names) {
    if (all.some(isMeant(name)) || missing(name)) continue
    throw new UsageError(`no library called ${name}: there are ${all.map((library) => library.name).join(', ')}`)
  }
  const found = all.filter((library) => names.some((name) => isMeant(name)(library)))
  return { found, notInstalled: notInstalled.filter(({ name }) => names.includes(name)) }
}

async function checked(server: Server, seed: number): Promise<Library> {
  const source = join(server.directory, STEPS_FILE)
  const entry = server.builds ? join(server.directory, 'dist', 'steps.js') : source
  const code = createHash('sha256').update(readFileSync(source)).digest('hex')
  const library = { name: server.name, version: null, entry, code, server, isServers: false }
  try {
    await buildServer({ ...server, entry })
    const { library: name, package: taken, flaw } = await told(entry, server, seed)
    const { validation } = server.manifest
    const isServers = validation.library === undefined || validation.library === taken
    return { ...library, name, version: versionOf(taken, source), isServers, flaw: flaw && oneLine(flaw) }
  } catch (error) {
    return { ...library, flaw: oneLine(messageOf(error)) }
  }
}

async function told(entry: string, { runtime }: Server, seed: number): Promise<ToldSteps> {
  const args = [...runtime.args, PROCESS, entry, String(seed)]
  const { status, stdout, stderr } = await runProgram(runtime.executable, args, { TZ: 'UTC', NODE_ENV: 'production' })
  if (status !== 0) throw new Error(`its steps can't be loaded: ${explainingLine(stderr) ?? 'without a word'}`)
  return JSON.parse(stdout)
}

function versionOf(name: string | null, source: string): string | null {
  const file = name && findPackageJSON(name, pathToFileURL(source))
  return file ? JSON.parse(readFileSync(file, 'utf8')).version : null
}
