/** Servers that come apart in layers: `layers/<number>-<what is taken away>.ts` in the folder, each a whole small server. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { oneLine } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { buildServer } from '../contenders/build.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import { discoverServers, findServerFolders, type MissingServer, type Server } from '../contenders/servers.ts'
import { checkContract } from '../contract/contract.ts'
import { describeFailure } from '../contract/exchange.ts'
import { runProgram } from '../instructions/program.ts'
import { explainingLine } from '../machine/programs.ts'
import type { Layered } from './parts.ts'

const FOLDER = 'layers'
const FILE = /^\d+-(.+)\.ts$/

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
  const folders = findServerFolders(directories).filter(({ directory }) => existsSync(join(directory, FOLDER)))
  const { installed, notInstalled } = discoverServers(folders, updateUser.name)
  const all = [...installed, ...notInstalled].map(({ name }) => name)
  for (const name of names ?? []) {
    if (!all.includes(name)) throw new UsageError(`no server called ${name} has layers: there are ${all.join(', ')}`)
  }
  const found = new Map<string, Layered>()
  const take = async (name: string): Promise<Layered | null> => {
    const server = installed.find((each) => each.name === name)
    if (!server) return null
    const known = found.get(name)
    if (known) return known
    const below = name === BARE ? null : await take(STANDS_ON[name] ?? BARE)
    const layered = await checked(server, below, seed)
    found.set(name, layered)
    return layered
  }
  for (const name of names ?? all) await take(name)
  return { found: [...found.values()], notInstalled: notInstalled.filter(({ name }) => names?.includes(name) ?? true) }
}

async function checked(server: Server, below: Layered | null, seed: number): Promise<Layered> {
  const folder = join(server.directory, FOLDER)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  const layers = readdirSync(folder).filter((file) => FILE.test(file))
  const entryOf = (file: string) =>
    server.builds ? join(server.directory, 'dist', FOLDER, file.replace(/\.ts$/, '.js')) : join(folder, file)
  const variants = [
    { layer: null, entry: server.entry },
    ...layers
      .sort()
      .map((file) => ({ layer: FILE.exec(file)?.[1]?.replaceAll('-', ' ') ?? file, entry: entryOf(file) })),
  ]
  const layered = { server, variants, below, code: hash.digest('hex') }
  try {
    if (server.builds) await build(server, folder)
    for (const variant of variants) await check(server, variant, seed)
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

/** Invalid calls that every variant must refuse, since it must read JSON. */
const MALFORMED = ['malformed JSON', 'truncated JSON']

/** What is left of the contract without validation. */
const unvalidated: Scenario = {
  ...updateUser,
  contract(random) {
    const { valid, invalid, observed } = updateUser.contract(random)
    return { valid, invalid: invalid.filter(({ id }) => MALFORMED.includes(id)), observed }
  },
}

/** @throws where a variant does not start, or does not do what is left of its work */
async function check(server: Server, { layer, entry }: Layered['variants'][number], seed: number): Promise<void> {
  const process = await ServerProcess.start({ runtime: server.runtime, entry }, null)
  try {
    const terms = { wire: server.manifest.wire, knownDeviations: [], random: createRandom(seed) }
    const scenario = layer === null ? updateUser : unvalidated
    const [failure] = await Promise.race([checkContract(process.port, { ...terms, scenario }), process.exited])
    if (failure) throw new Error(`${layer === null ? 'whole' : `without ${layer}`}: ${describeFailure(failure)}`)
  } catch (error) {
    throw new Error(process.withStderr(messageOf(error)))
  } finally {
    await process.stop()
  }
}
