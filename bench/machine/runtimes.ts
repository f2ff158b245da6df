import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onPath } from '../../shared/basics/on-path.ts'
import { RUNTIMES, type RuntimeName } from '../../shared/format/disclosure.ts'

/** An installed JavaScript runtime. */
export interface Runtime {
  name: RuntimeName
  /** Name in results: `node`, or `node@24` for a requested major version. */
  label: string
  executable: string
  /** Arguments before the script. */
  args: string[]
  version: string
}

const foundRuntimes = new Map<string, Runtime | undefined>()

/** Node for packages whose native binaries lack the ABI of the pinned Node, and for `--runtime node@24`. */
const OLDER_NODE = '24.21.0'
export const OLDER_NODE_MAJOR = Number.parseInt(OLDER_NODE, 10)

/**
 * Returns the pinned runtime of that name, else one on the `PATH`, else undefined. For Node, the runner's own executable is
 * the pinned one: `bench/node.mjs` starts it.
 * @param major required major version; default: any
 */
export function findRuntime(name: RuntimeName, major?: number): Runtime | undefined {
  const label = major === undefined ? name : `${name}@${major}`
  if (!foundRuntimes.has(label)) foundRuntimes.set(label, locate(name, label, major))
  return foundRuntimes.get(label)
}

function locate(name: RuntimeName, label: string, major: number | undefined): Runtime | undefined {
  const candidates =
    name === 'node'
      ? [
          process.execPath,
          pinned(`../../${nodeDirectory(major)}/node_modules/${packages.node}`),
          onPath(name),
        ]
      : [pinned(packages[name]), onPath(name)]
  return firstOf(candidates, { name, label }, major)
}

function firstOf(
  candidates: readonly (string | undefined)[],
  { name, label }: Pick<Runtime, 'name' | 'label'>,
  major?: number,
): Runtime | undefined {
  const args =
    name === 'deno'
      ? ['run', '--quiet', '--allow-all', '--no-lock', '--node-modules-dir=manual']
      : []
  for (const executable of candidates) {
    const version = executable && versionOf(executable)
    if (!version) continue
    if (major === undefined || Number.parseInt(version, 10) === major)
      return { name, label, executable, args, version }
  }
  return undefined
}

/** Bun has no V8. */
export function withV8Flags<T extends Pick<Runtime, 'name' | 'args'>>(
  runtime: T,
  flags: readonly string[],
): T {
  if (flags.length === 0) return runtime
  const runtimeArgs = { node: flags, bun: [], deno: [`--v8-flags=${flags.join(',')}`] }[
    runtime.name
  ]
  return { ...runtime, args: [...runtime.args, ...runtimeArgs] }
}

/** Returns arguments that make a runtime load a module before its main file. */
export function preloading(name: RuntimeName, file: string): string[] {
  if (name === 'node') return ['--import', pathToFileURL(file).href]
  return ['--preload', name === 'deno' ? pathToFileURL(file).href : file]
}

const arch = process.arch === 'arm64' ? 'aarch64' : process.arch

const windows = process.platform === 'win32'

/** npm packages of the executables, with the path inside. */
const packages = {
  node: `node-${windows ? 'win' : process.platform}-${process.arch}/bin/node${windows ? '.exe' : ''}`,
  bun: windows
    ? `@oven/bun-windows-${arch}/bin/bun.exe`
    : `@oven/bun-${process.platform}-${arch}/bin/bun`,
  deno: windows
    ? '@deno/win32-x64/deno.exe'
    : `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}/deno`,
}

/** Returns the runtime whose executable an npm package holds on this machine. */
export function runtimeOf(packageName: string): RuntimeName | undefined {
  return RUNTIMES.find((name) => packages[name].startsWith(`${packageName}/`))
}

/** Returns the npm package that holds a runtime's executable for this machine. */
export function packageOf(name: RuntimeName): string {
  const [scope, rest] = packages[name].split('/')
  return scope?.startsWith('@') ? `${scope}/${rest}` : `${scope}`
}

/** Returns the runtime that is installed in a directory; undefined if it cannot run. */
export function runtimeIn(directory: string, name: RuntimeName): Runtime | undefined {
  return firstOf([join(directory, 'node_modules', packages[name])], { name, label: name })
}

/** Returns the directory for another major version of Node: a package has one version per directory, and npm prunes unsaved ones. */
function nodeDirectory(major: number | undefined): string {
  return `runtimes/node-${major}`
}

/** Returns the command that installs a runtime which is not installed by default. */
export function runtimeInstall(name: RuntimeName, major?: number): string {
  const [scope, file] = packages.deno.split('/')
  if (name === 'deno') return `npm install --no-save ${scope}/${file}`
  if (name === 'bun')
    return major === undefined
      ? 'npm install'
      : 'the suite pins one version of Bun: use --runtime bun'
  const version = major === OLDER_NODE_MAJOR ? OLDER_NODE : major
  return `npm install --prefix ${nodeDirectory(major)} --no-save ${packages.node.split('/')[0]}@${version}`
}

/** Returns whether the runtime can import a package from that directory: a native binary may lack its ABI. */
export function canImport({ executable, args }: Runtime, name: string, directory: string): boolean {
  const script = `import(${JSON.stringify(name)}).then(() => process.exit(), () => process.exit(1))`
  return (
    spawnSync(executable, [...args, '--eval', script], { cwd: directory, stdio: 'ignore' })
      .status === 0
  )
}

function pinned(file: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(file)
  } catch {
    return undefined
  }
}

/** Returns undefined if it cannot run, like a version manager's shim without a version. */
function versionOf(executable: string): string | undefined {
  if (executable === process.execPath) return process.versions.node
  const { stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8' })
  // `v24.1.0`, `1.4.4`, or `deno 2.9.6 (stable, ...)` and more lines.
  return /\d+\.\d+\.\S+/.exec(stdout ?? '')?.[0]
}
