import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
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

function isFresh(server: Server): boolean {
  if (!existsSync(server.entry)) return false
  const built = statSync(server.entry).mtimeMs
  return readdirSync(server.directory, { withFileTypes: true })
    .filter((file) => file.isFile())
    .every((file) => statSync(join(server.directory, file.name)).mtimeMs <= built)
}
