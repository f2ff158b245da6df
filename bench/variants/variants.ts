/**
 * Variants of servers, each without something that the whole server does: found by their files in a server's folder, built,
 * and checked. Each is a whole small server of `update-user`.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import type { Contract, Scenario } from '../../shared/contract/scenario.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { buildServer } from '../folders/build.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  type MissingServer,
  type Server,
  type ServerFolder,
} from '../folders/servers.ts'
import { explainingLine } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import { assertContract } from '../verify/contract.ts'
import { contractTerms } from '../verify/verify.ts'

/** A kind of variants. */
export interface VariantKind {
  /** In a server's folder, with a file per variant. */
  folder: string
  has(server: ServerFolder): boolean
  /** What is missing, and the file in the folder that lacks it; in order. */
  filesOf(server: Server, files: readonly string[]): (readonly [without: string, file: string])[]
  /** The part of the server's contract that every variant must keep, or more. */
  contract(whole: Contract): Contract
}

export interface VariedServer {
  server: Server
  /** The whole server first. */
  variants: { without: string | null; entry: string }[]
  /** SHA-256 of the folder's files. */
  code: string
}

/**
 * Finds the servers that may have such variants.
 * @param names of servers; all where it is left out
 * @throws UsageError where there is none of that name
 */
export function findVariants(
  kind: VariantKind,
  directories: readonly string[],
  names: readonly string[] | undefined,
): { found: VariedServer[]; notInstalled: MissingServer[] } {
  const folders = findServerFolders(directories).filter((folder) => kind.has(folder))
  const { installed, notInstalled } = discoverServers(
    chooseServers(folders, names),
    updateUser.name,
  )
  return { found: installed.map((server) => variantsOf(kind, server)), notInstalled }
}

function variantsOf(kind: VariantKind, server: Server): VariedServer {
  const folder = join(server.directory, kind.folder)
  const files = existsSync(folder) ? readdirSync(folder).sort() : []
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  const entryOf = (file: string) =>
    server.builds
      ? join(server.directory, 'dist', kind.folder, file.replace(/\.ts$/, '.js'))
      : join(folder, file)
  const variants = kind
    .filesOf(server, files)
    .map(([without, file]) => ({ without, entry: entryOf(file) }))
  return {
    server,
    variants: [{ without: null, entry: server.entry }, ...variants],
    code: hash.digest('hex'),
  }
}

/**
 * Builds what has to be built, and checks that the server keeps its contract, and each variant its part of
 * it. A server without variants is built only.
 * @param seed of the values that the check sends
 * @throws with the variant and its first failure
 */
export async function checkVariants(
  kind: VariantKind,
  { server, variants }: VariedServer,
  seed: number,
): Promise<void> {
  if (server.builds)
    await build(server, variants.length > 1 ? join(server.directory, kind.folder) : null)
  if (variants.length === 1) return
  for (const { without, entry } of variants) {
    const scenario: Scenario =
      without === null
        ? updateUser
        : { ...updateUser, contract: (random) => kind.contract(updateUser.contract(random)) }
    const terms = { ...contractTerms(server, updateUser, seed), scenario }
    await assertContract({ runtime: server.runtime, entry }, terms).catch((error: unknown) => {
      throw new Error(`${without === null ? 'whole' : `without ${without}`}: ${messageOf(error)}`)
    })
  }
}

async function build(server: Server, folder: string | null): Promise<void> {
  await buildServer(server)
  if (folder === null) return
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout, stderr } = await runProgram(server.runtime.executable, [
    tsc,
    '-p',
    folder,
  ])
  if (status !== 0)
    throw new Error(
      `${folder} could not be built: ${explainingLine(stdout || stderr) ?? 'without a word'}`,
    )
}
