#!/usr/bin/env node
/**
 * The package's program. Node strips no types below `node_modules`, so the suite runs from a copy in the user's cache,
 * which also keeps the packages of servers. Plain JavaScript, since older Nodes do not run TypeScript.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const own = dirname(dirname(fileURLToPath(import.meta.url)))
const { version, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(own, 'package.json'), 'utf8'),
)

/** Copies the package to a directory named after its contents, unless that was done before. */
function copied() {
  const caches = process.env.XDG_CACHE_HOME || process.env.LOCALAPPDATA || join(homedir(), '.cache')
  const suite = join(caches, 'rpc-bench', `${version}-${digestOf(own)}`)
  if (!existsSync(suite)) {
    const unfinished = `${suite}.${process.pid}`
    const isOwn = (path) => !relative(own, path).split(sep).includes('node_modules')
    cpSync(own, unfinished, { recursive: true, filter: isOwn })
    mkdirSync(join(unfinished, 'node_modules'))
    try {
      renameSync(unfinished, suite)
    } catch (error) {
      // Another process was faster.
      rmSync(unfinished, { recursive: true })
      if (!existsSync(suite)) throw error
    }
  }
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) link(name, suite)
  return suite
}

function digestOf(directory) {
  const digest = createHash('sha256')
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const file = relative(directory, path)
    if (!entry.isFile() || file.split(sep).includes('node_modules')) continue
    digest.update(`${file}\0`).update(readFileSync(path))
  }
  return digest.digest('hex').slice(0, 12)
}

/** Links a package that is installed for this one, unless an earlier link still leads to one. */
function link(name, suite) {
  const path = join(suite, 'node_modules', name)
  if (existsSync(join(path, 'package.json'))) return
  const target = installed(name)
  if (target === undefined) return
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.${process.pid}`
  symlinkSync(target, fresh, 'junction')
  renameSync(fresh, path)
}

function installed(name) {
  for (let at = own; at !== dirname(at); at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (existsSync(place)) return realpathSync(place)
  }
  return undefined
}

const suite = own.split(sep).includes('node_modules') ? copied() : own
// Paths are relative to the working directory, whichever npm script this is called in.
delete process.env.INIT_CWD
process.argv.splice(2, 0, join(suite, 'bench/commands/main.ts'))
await import(pathToFileURL(join(suite, 'bench/node.mjs')).href)
