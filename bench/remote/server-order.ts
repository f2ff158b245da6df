/** A server as one host names it to another: the folder, the runtime, and what must be the same there. */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ROOT } from '../../shared/basics/root.ts'
import type { RuntimeName } from '../../shared/result/disclosure.ts'
import { discoverServers, findServerFolders, type Server } from '../contenders/servers.ts'
import { codeHash } from '../instructions/code-hash.ts'
import { findRuntime } from '../machine/runtimes.ts'

export interface ServerOrder {
  /** In the run. */
  name: string
  /** Its folder, from the root of the suite where it lies below it. */
  directory: string
  runtime: { name: RuntimeName; version: string }
  /** Installed versions of its own packages. */
  packages: Record<string, string>
  /** Of its files. */
  code: string
}

export function orderOf(server: Server): ServerOrder {
  const { name, directory, runtime, packages } = server
  const below = relative(ROOT, directory)
  const isOutside = isAbsolute(below) || below.split(sep)[0] === '..'
  return {
    name,
    directory: isOutside ? directory : below,
    runtime: { name: runtime.name, version: runtime.version },
    packages,
    code: codeHash(server),
  }
}

/**
 * The server that is ordered, as this host has it.
 * @returns a sentence on what is missing or different here instead, if something is
 */
export function findOrdered(scenario: string, order: ServerOrder): Server | string {
  const directory = resolve(ROOT, order.directory)
  if (!existsSync(join(directory, 'package.json'))) return `${order.name}: there is no server in ${directory}`
  const folders = findServerFolders([dirname(directory)]).filter((folder) => folder.directory === directory)
  const { installed, notInstalled } = discoverServers(folders, scenario)
  const [missing] = notInstalled
  if (missing) return `${order.name} is not installed: ${missing.install}`
  const [server] = installed
  if (!server) return `${order.name} has no file for ${scenario}`
  const { name, version } = order.runtime
  const runtime = findRuntime(name, Number.parseInt(version, 10))
  if (runtime?.version !== version) {
    return `${order.name} is to run on ${name} ${version}, and there is ${runtime?.version ?? 'none'}: npm ci`
  }
  if (codeHash(server) !== order.code) return `${order.name}: its files are others than those here`
  if (!isDeepStrictEqual({ ...server.packages }, { ...order.packages })) {
    return `${order.name}: its packages have other versions than here: npm ci`
  }
  return { ...server, name: order.name, runtime }
}
