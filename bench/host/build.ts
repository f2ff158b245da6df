import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { track, untrack } from './processes.ts'
import { explainingLine } from './programs.ts'
import { MODELS_DIR, type Server } from './servers.ts'

/**
 * Runs the build script of a server's package.json, unless the output is newer than the sources. Removes the output of a
 * failed build, so that it is not taken for complete later.
 * @throws with the reason
 */
export async function buildServer(server: Server): Promise<void> {
  if (!server.builds || isFresh(server)) return
  const build = spawn('npm', ['run', '--silent', 'build'], {
    cwd: server.directory,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, which is killed when this process ends.
    detached: true,
  })
  let output = ''
  for (const stream of [build.stdout, build.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [where, what] = [relative('', server.directory), relative(server.directory, server.entry)]
  const failed = `"npm run build" in ${where} did not make ${what}`
  try {
    if (build.pid) track(build.pid)
    const [status] = await once(build, 'close')
    if (status === 0 && existsSync(server.entry)) return
  } catch (error) {
    throw new Error(`${failed}: ${(error as Error).message}`)
  } finally {
    if (build.pid) untrack(build.pid)
  }
  rmSync(server.entry, { force: true })
  throw new Error(`${failed}: ${explainingLine(output) ?? 'no output'}`)
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
