/**
 * Servers of which something can be taken away: a layer, by `layers/<number>-<layer>.ts` in the folder, or a work-around, by
 * `workarounds/<id>.ts`. Each is a whole small server.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { oneLine } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { buildServer } from '../contenders/build.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import { discoverServers, findServerFolders, type MissingServer, type Server } from '../contenders/servers.ts'
import { checkContract } from '../contract/contract.ts'
import { describeFailure } from '../contract/exchange.ts'
import { contractTerms } from '../contract/verify.ts'
import { runProgram } from '../counters/program.ts'
import { explainingLine } from '../machine/programs.ts'
import type { Layered } from './parts.ts'

/** How variants of servers are found, and what must be left of the contract. */
interface Variants {
  folder: string
  /** What is taken away, and the file in the folder that lacks it; in order. */
  filesOf(server: Server, files: readonly string[]): (readonly [layer: string, file: string])[]
  left: Scenario
}

const FILE = /^\d+-(.+)\.ts$/

/** Invalid calls that every variant must refuse, since it must read JSON. */
const MALFORMED = ['malformed JSON', 'truncated JSON']

const layers: Variants = {
  folder: 'layers',
  filesOf: (_server, files) =>
    files.flatMap((file) => {
      const [, name] = FILE.exec(file) ?? []
      return name ? [[name.replaceAll('-', ' '), file] as const] : []
    }),
  left: updateUserWith(MALFORMED),
}

/** What the documented default does with invalid data is why there is a work-around. */
const workarounds: Variants = {
  folder: 'workarounds',
  filesOf: ({ manifest }, files) =>
    manifest.workarounds.flatMap(({ id }) => (files.includes(`${id}.ts`) ? [[id, `${id}.ts`] as const] : [])),
  left: updateUserWith([]),
}

/** `update-user` with those of its invalid cases. */
function updateUserWith(cases: readonly string[]): Scenario {
  return {
    ...updateUser,
    contract(random) {
      const { invalid, ...contract } = updateUser.contract(random)
      return { ...contract, invalid: invalid.filter(({ id }) => cases.includes(id)) }
    },
  }
}

/** What is left of a framework that stands on another one; on `node:http` where it is not named here. */
const STANDS_ON: Record<string, string> = { 'nest-express': 'express' }
const BARE = 'http-node'

interface FoundLayers {
  found: Layered[]
  notInstalled: MissingServer[]
}

/**
 * Finds servers with layers, builds what has to be built, and checks that each variant still does what is left of its work.
 * What a server stands on is found with it.
 * @param names of servers; all where it is left out
 * @param seed of the values that the check sends
 * @throws UsageError where there is none of that name
 */
export async function findLayers(
  directories: readonly string[],
  names: readonly string[] | undefined,
  seed: number,
): Promise<FoundLayers> {
  const folders = findServerFolders(directories).filter(({ directory }) => existsSync(join(directory, layers.folder)))
  const { installed, notInstalled } = discoverServers(folders, updateUser.name)
  const all = [...installed, ...notInstalled].map(({ name }) => name)
  assertKnown(names, all, 'layers')
  const found = new Map<string, Layered>()
  const take = async (name: string): Promise<Layered | null> => {
    const server = installed.find((each) => each.name === name)
    if (!server) return null
    const known = found.get(name)
    if (known) return known
    const below = name === BARE ? null : await take(STANDS_ON[name] ?? BARE)
    const layered = await checked(server, layers, below, seed)
    found.set(name, layered)
    return layered
  }
  for (const name of names ?? all) await take(name)
  return { found: [...found.values()], notInstalled: notInstalled.filter(({ name }) => names?.includes(name) ?? true) }
}

/**
 * Finds servers with work-arounds, builds what has to be built, and checks that each still handles valid data without one.
 * @param names of servers; all that declare a work-around where it is left out
 * @throws UsageError where there is none of that name
 */
export async function findWorkarounds(
  directories: readonly string[],
  names: readonly string[] | undefined,
  seed: number,
): Promise<FoundLayers> {
  const folders = findServerFolders(directories).filter(({ manifest }) => manifest.workarounds.length > 0)
  assertKnown(
    names,
    folders.map(({ name }) => name),
    'work-arounds',
  )
  const { installed, notInstalled } = discoverServers(
    folders.filter(({ name }) => names?.includes(name) ?? true),
    updateUser.name,
  )
  const found: Layered[] = []
  for (const server of installed) {
    const layered = await checked(server, workarounds, null, seed)
    if (layered.variants.length > 1) found.push(layered)
  }
  return { found, notInstalled }
}

function assertKnown(names: readonly string[] | undefined, all: readonly string[], what: string): void {
  const unknown = names?.find((name) => !all.includes(name))
  if (unknown) throw new UsageError(`no server called ${unknown} has ${what}: there are ${all.join(', ')}`)
}

async function checked(server: Server, kind: Variants, below: Layered | null, seed: number): Promise<Layered> {
  const folder = join(server.directory, kind.folder)
  const files = existsSync(folder) ? readdirSync(folder).sort() : []
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  const entryOf = (file: string) =>
    server.builds ? join(server.directory, 'dist', kind.folder, file.replace(/\.ts$/, '.js')) : join(folder, file)
  const variants = [
    { layer: null, entry: server.entry },
    ...kind.filesOf(server, files).map(([layer, file]) => ({ layer, entry: entryOf(file) })),
  ]
  const layered = { server, variants, below, code: hash.digest('hex') }
  try {
    if (server.builds && variants.length > 1) await build(server, folder)
    for (const variant of variants) await check(server, variant, kind.left, seed)
    return { ...layered, refusal: null }
  } catch (error) {
    return { ...layered, refusal: oneLine(messageOf(error)) }
  }
}

async function build(server: Server, folder: string): Promise<void> {
  await buildServer(server)
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout, stderr } = await runProgram(server.runtime.executable, [tsc, '-p', folder])
  if (status !== 0)
    throw new Error(`${folder} could not be built: ${explainingLine(stdout || stderr) ?? 'without a word'}`)
}

/** @throws where a variant does not start, or does not do what is left of its work */
async function check(
  server: Server,
  { layer, entry }: Layered['variants'][number],
  left: Scenario,
  seed: number,
): Promise<void> {
  const process = await ServerProcess.start({ runtime: server.runtime, entry }, null)
  try {
    const terms = { ...contractTerms(server, updateUser, seed), scenario: layer === null ? updateUser : left }
    const [failure] = await Promise.race([checkContract(process.port, terms), process.exited])
    if (failure) throw new Error(`${layer === null ? 'whole' : `without ${layer}`}: ${describeFailure(failure)}`)
  } catch (error) {
    throw new Error(process.withOutput(messageOf(error)))
  } finally {
    await process.stop()
  }
}
