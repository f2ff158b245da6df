import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'
import type { Server } from './servers.ts'

/** Builds a server whose package.json says how, unless what it built is newer than its sources; throws with the reason. */
export function buildServer(server: Server): void {
  if (!server.builds || isFresh(server)) return
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: server.directory,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (build.status === 0 && existsSync(server.entry)) return
  const lines = `${build.stdout ?? ''}${build.stderr ?? ''}`.trim().split('\n')
  const reason =
    build.error?.message ?? lines.find((line) => /error/i.test(line)) ?? (lines.at(-1) || 'it says nothing')
  throw new Error(`"npm run build" in ${server.directory} did not make ${server.entry}: ${reason}`)
}

/** What servers import from the repository, and may compile with their own files. */
const SHARED = join(ROOT, 'shared')

function isFresh(server: Server): boolean {
  if (!existsSync(server.entry)) return false
  const built = statSync(server.entry).mtimeMs
  return [server.directory, SHARED]
    .flatMap((directory) =>
      readdirSync(directory, { withFileTypes: true }).map((file) => ({ file, path: join(directory, file.name) })),
    )
    .every(({ file, path }) => !file.isFile() || statSync(path).mtimeMs <= built)
}
