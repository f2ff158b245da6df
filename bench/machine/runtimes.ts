import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { RuntimeName } from '../../shared/result/disclosure.ts'
import { onPath } from './programs.ts'

/** An installed JavaScript runtime. */
export interface Runtime {
  name: RuntimeName
  executable: string
  /** What comes before the file that it runs. */
  args: string[]
  version: string
}

const found = new Map<string, Runtime | undefined>()

/**
 * The pinned runtime of that name, or one on the `PATH`; `undefined` where there is neither.
 * `bench/node.mjs` starts the runner with the pinned Node, so that its own executable is the one.
 * @param major of the version; any where it is left out
 */
export function findRuntime(name: RuntimeName, major?: number): Runtime | undefined {
  const key = `${name}@${major ?? ''}`
  if (!found.has(key)) found.set(key, lookFor(name, major))
  return found.get(key)
}

function lookFor(name: RuntimeName, major: number | undefined): Runtime | undefined {
  const candidates =
    name === 'node'
      ? [process.execPath, pinned(nodePackage(major)), onPath('node')]
      : [pinned(packages[name]), onPath(name)]
  const args = name === 'deno' ? ['run', '--quiet', '--allow-all', '--no-lock', '--node-modules-dir=manual'] : []
  for (const executable of candidates) {
    const version = executable && versionOf(executable)
    if (!version) continue
    if (major === undefined || Number.parseInt(version, 10) === major) return { name, executable, args, version }
  }
  return undefined
}

/** What tells a runtime to load a module before the file that it runs. */
export function preloading(name: RuntimeName, file: string): string[] {
  if (name === 'node') return ['--import', pathToFileURL(file).href]
  return ['--preload', name === 'deno' ? pathToFileURL(file).href : file]
}

const arch = process.arch === 'arm64' ? 'aarch64' : process.arch

/** The npm packages that hold the executables, and where in them. */
const packages = {
  bun:
    process.platform === 'win32'
      ? `@oven/bun-windows-${arch}/bin/bun.exe`
      : `@oven/bun-${process.platform}-${arch}/bin/bun`,
  deno:
    process.platform === 'win32'
      ? '@deno/win32-x64/deno.exe'
      : `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}/deno`,
}

/** A Node of another major version has the name `node-<major>`, since one package can be installed once only. */
function nodePackage(major: number | undefined): string {
  return `node-${major}/bin/node`
}

/** The command that installs a runtime which is not installed by default. */
export function runtimeInstall(name: RuntimeName, major?: number): string {
  const [scope, file] = packages.deno.split('/')
  if (name === 'deno') return `npm install --no-save ${scope}/${file}`
  if (name === 'bun')
    return major === undefined ? 'npm install' : 'the suite pins one version, which --runtime bun takes'
  return `npm install --no-save node-${major}@npm:node-${process.platform}-${process.arch}@${major}`
}

function pinned(file: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(file)
  } catch {
    return undefined
  }
}

/** `undefined` where it can't be run, as the shim of a version manager that has no version to run. */
function versionOf(executable: string): string | undefined {
  if (executable === process.execPath) return process.versions.node
  const { stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8' })
  // `v24.1.0`, `1.4.4`, or `deno 2.9.6 (stable, ...)` and more lines.
  return /\d+\.\d+\.\S+/.exec(stdout ?? '')?.[0]
}
