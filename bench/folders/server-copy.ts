/** Copies servers' folders to directories of their own, where npm installs what they need. */

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { IS_PACKAGE, ROOT } from '../../shared/basics/root.ts'
import { WIRE_PACKAGES, type WireName } from '../../shared/wires/wires.ts'
import { copyFolder } from './folder-copy.ts'
import { manifestOf } from './package-json.ts'
import { complaintOf } from './package-manager.ts'
import { findServerFolders, MODELS_DIR, SERVERS_DIR, type ServerFolder } from './servers.ts'

/** Directories whose folders import `shared/models/`. */
export const OWN_DIRS: readonly string[] = [SERVERS_DIR, join(ROOT, 'validators')]

/** Arguments of npm that install what a copy's manifest names. */
export const INSTALL = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error']

/**
 * Returns a folder with its packages, and gives the suite those of its wire. A clone has them; the package installs them
 * once into its copy of the suite.
 * @throws Unmeasurable with npm's message
 */
export function withPackages(folder: ServerFolder): ServerFolder {
  const { name, directory, builds, dependencies, manifest } = folder
  if (!IS_PACKAGE) return folder
  provideWire(manifest.wire)
  if (!OWN_DIRS.includes(dirname(directory)) || dependencies.length === 0) return folder
  const place = installedIn(name, dependencies, (place) =>
    writeManifests(place, copyServer(folder, place), {
      versions: {},
      builds,
      tools: [],
      direct: {},
    }),
  )
  const [installed = folder] = findServerFolders([join(place, basename(dirname(directory)))])
  return installed
}

/** Installs the packages that encode a wire, unless the suite has them. */
export function provideWire(wire: WireName): void {
  const packages = WIRE_PACKAGES[wire] ?? []
  const linkOf = (name: string) => join(ROOT, 'node_modules', name)
  const missing = packages.filter((name) => !existsSync(linkOf(name)))
  if (missing.length === 0) return
  const place = installedIn(`wire-${wire}`, packages, (place) => {
    mkdirSync(place, { recursive: true })
    const { devDependencies = {} } = manifestOf(ROOT)
    const dependencies = Object.fromEntries(packages.map((name) => [name, devDependencies[name]]))
    writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, dependencies }))
  })
  for (const name of missing) {
    mkdirSync(dirname(linkOf(name)), { recursive: true })
    symlinkSync(join(place, 'node_modules', name), linkOf(name), 'junction')
  }
}

/**
 * Returns the directory in which npm installed what a manifest names, unless that was done before.
 * @param prepare writes the manifest
 */
function installedIn(
  name: string,
  packages: readonly string[],
  prepare: (place: string) => void,
): string {
  const place = join(ROOT, 'installed', name)
  if (existsSync(place)) return place
  console.error(`installing ${packages.join(', ')} for ${name}`)
  const unfinished = `${place}.${process.pid}`
  prepare(unfinished)
  const { status, stderr } = spawnSync('npm', INSTALL, {
    cwd: unfinished,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    rmSync(unfinished, { recursive: true })
    throw new Unmeasurable(
      `${name} cannot be installed: ${complaintOf(stderr ?? '') ?? 'no output'}`,
    )
  }
  renameSync(unfinished, place)
  return place
}

/** Copies the folder with its surroundings; for a folder outside the repository, rewrites paths instead. */
export function copyServer(folder: ServerFolder, place: string): string {
  const copy = join(place, basename(dirname(folder.directory)), folder.name)
  mkdirSync(copy, { recursive: true })
  if (!OWN_DIRS.includes(dirname(folder.directory))) {
    copyFolder(folder, copy, [])
    return copy
  }
  const isSource = (path: string) => !/[/\\](node_modules|dist)$/.test(path)
  cpSync(folder.directory, copy, { recursive: true, filter: isSource })
  cpSync(MODELS_DIR, join(place, relative(ROOT, MODELS_DIR)), { recursive: true })
  cpSync(join(ROOT, 'tsconfig.base.json'), join(place, 'tsconfig.base.json'))
  return copy
}

/** Packages of the repository that builds of servers need. */
const FOR_BUILDS = ['typescript', '@types/node']

interface Contents {
  /** By package. */
  versions: Record<string, string>
  builds: boolean
  tools: readonly string[]
  /** Packages to install that no other depends on, with their versions. */
  direct: Record<string, string>
}

export function writeManifests(
  place: string,
  copy: string,
  { versions, builds, tools, direct }: Contents,
): void {
  const file = join(copy, 'package.json')
  const manifest = manifestOf(copy)
  if (!builds) delete manifest.devDependencies
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  const { dependencies, devDependencies } = manifestOf(ROOT)
  const needed = [...(builds ? FOR_BUILDS : []), ...tools].map((tool) => [
    tool,
    devDependencies?.[tool] ?? dependencies?.[tool],
  ])
  const root = {
    name: 'place',
    private: true,
    type: 'module',
    workspaces: [relative(place, copy)],
    devDependencies: { ...Object.fromEntries(needed), ...direct },
    // They override the server's own dependencies, too.
    overrides: versions,
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify(root, null, 2))
}
