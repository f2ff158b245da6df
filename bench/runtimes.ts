import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

export type RuntimeName = 'node' | 'bun'

/** An installed JavaScript runtime. */
export interface Runtime {
  name: RuntimeName
  executable: string
  version: string
}

const found = new Map<RuntimeName, Runtime | undefined>()

/**
 * The pinned runtime of that name, or one on the `PATH`; `undefined` where there is neither.
 * `bench/node.mjs` starts the runner with the pinned Node, so that its own executable is the one.
 */
export function findRuntime(name: RuntimeName): Runtime | undefined {
  if (!found.has(name)) {
    const executable = name === 'node' ? process.execPath : (pinnedBun() ?? onPath('bun'))
    found.set(name, executable ? { name, executable, version: versionOf(executable) } : undefined)
  }
  return found.get(name)
}

function pinnedBun(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const arch = process.arch === 'arm64' ? 'aarch64' : process.arch
  const executable = process.platform === 'win32' ? 'bin/bun.exe' : 'bin/bun'
  try {
    return createRequire(import.meta.url).resolve(`@oven/bun-${platform}-${arch}/${executable}`)
  } catch {
    return undefined
  }
}

/** The path of a program that the shell would find, if there is one. */
export function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

function versionOf(executable: string): string {
  if (executable === process.execPath) return process.versions.node
  return execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim().replace(/^v/, '')
}
