/**
 * Writes the packages of servers whose version changes to the output `bumps`: a JSON job matrix of arguments for `versions`.
 * `BASE` is the commit to compare with.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { findServerFolders } from '../host/servers.ts'
import { needed, perform, setOutput } from './job.ts'

export interface Bump {
  /** Server to run with both versions. */
  server: string
  /** Arguments of `versions`. */
  old: string
  new: string
}

/** Each takes minutes. Beyond this number, run `versions` by hand. */
const MOST = 10

type Versions = Record<string, string>

/** Matches exact versions in the registry; others cannot be installed from there. */
const IN_REGISTRY = /^\d+\.\d+\.\d+[\w.+-]*$/

/**
 * Returns each changed package once, under the first server that has it.
 * @param folders servers with their dependencies before and after
 */
export function bumpsOf(folders: readonly { server: string; before: Versions; after: Versions }[]): Bump[] {
  const bumps = new Map<string, Bump>()
  for (const { server, before, after } of folders) {
    for (const [name, version] of Object.entries(after)) {
      const old = before[name]
      if (old === undefined || old === version || ![old, version].every((each) => IN_REGISTRY.test(each))) continue
      const bump = { server, old: `${name}@${old}`, new: `${name}@${version}` }
      if (!bumps.has(`${bump.old} ${bump.new}`)) bumps.set(`${bump.old} ${bump.new}`, bump)
    }
  }
  return [...bumps.values()].slice(0, MOST)
}

if (import.meta.main) await perform(bumped)

function bumped(): void {
  const base = needed('BASE')
  const root = process.env.GITHUB_WORKSPACE || ROOT
  const dependencies = (text: string): Versions => JSON.parse(text).dependencies ?? {}
  const before = (path: string): Versions => {
    try {
      return dependencies(
        execFileSync('git', ['show', `${base}:${path}`], { cwd: root, encoding: 'utf8', stdio: 'pipe' }),
      )
    } catch {
      // A new folder.
      return {}
    }
  }
  const folders = findServerFolders([join(root, 'servers')]).map(({ name }) => {
    const path = `servers/${name}/package.json`
    return { server: name, before: before(path), after: dependencies(readFileSync(join(root, path), 'utf8')) }
  })
  const bumps = bumpsOf(folders)
  for (const { old, new: recent, server } of bumps) console.log(`${old} → ${recent} under ${server}`)
  setOutput('bumps', JSON.stringify(bumps))
}
