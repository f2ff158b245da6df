import { existsSync, globSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { explainingLine } from '../processes/programs.ts'
import { npm } from './package-manager.ts'
import { MODELS_DIR, type Server } from './servers.ts'

/**
 * Runs the build script of a server's package.json, unless the output is newer than the sources. Removes the output of a
 * failed build, so that it is not taken for complete later.
 * @throws with the reason
 */
export async function buildServer(server: Server): Promise<void> {
  if (!server.builds || isFresh(server)) return
  let reason: string | undefined
  try {
    const output = await npm(['run', '--silent', 'build'], server.directory)
    if (existsSync(server.entry)) return
    reason = explainingLine(output)
  } catch (error) {
    reason = messageOf(error)
  }
  rmSync(server.entry, { force: true })
  const [where, what] = [relative('', server.directory), relative(server.directory, server.entry)]
  throw new Error(`"npm run build" in ${where} did not make ${what}: ${reason ?? 'no output'}`)
}

function isFresh(server: Server): boolean {
  if (!existsSync(server.entry)) return false
  const built = statSync(server.entry).mtimeMs
  return [server.directory, MODELS_DIR].every((directory) =>
    globSync('**', { cwd: directory, exclude: NOT_SOURCES, withFileTypes: true })
      .filter((file) => file.isFile())
      .every((file) => statSync(join(file.parentPath, file.name)).mtimeMs <= built),
  )
}

const NOT_SOURCES = ['**/dist', '**/node_modules']
