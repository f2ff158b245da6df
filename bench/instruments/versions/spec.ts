/** Which version of a package is meant: `fastify@5.12.8`, `fastify@file:./fastify.tgz`, `ajv@file:../ajv`. */
import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'

export interface PackageSpec {
  /** Of the package, with its scope. */
  name: string
  /** As a result shows it: without the directory that a file lies in, which is nobody's business. */
  shown: string
  source: Source
}

type Source =
  /** Whatever the registry has under that version, range or tag. */
  | { kind: 'registry'; version: string }
  /** What `npm pack` made; absolute. */
  | { kind: 'archive'; path: string }
  /** A package's sources, which are packed first; absolute. */
  | { kind: 'folder'; path: string }

/** A package's name as npm has it, and what stands behind its `@`. */
const SPEC = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)@(.+)$/i

/** A version, a range or a tag: no address, from which npm would install something else under that name. */
const IN_REGISTRY = /^[\w.^~<>=|* +-]+$/

/**
 * @param resolvePath of a path as the user gave it
 * @throws UsageError that names what is wrong with it
 */
export function parseSpec(text: string, resolvePath: (path: string) => string): PackageSpec {
  const [, name, rest] = SPEC.exec(text) ?? []
  if (!name || !rest) {
    throw new UsageError(
      `${text || 'nothing'} names no version of a package: write name@1.2.3, name@file:./name.tgz or name@file:../folder`,
    )
  }
  if (!rest.startsWith('file:')) {
    if (!IN_REGISTRY.test(rest)) {
      throw new UsageError(
        `${text}: ${rest} is no version, range or tag: check it out, and write ${name}@file:../folder`,
      )
    }
    return { name, shown: `${name}@${rest}`, source: { kind: 'registry', version: rest } }
  }
  const path = resolvePath(rest.slice('file:'.length))
  if (!existsSync(path)) throw new UsageError(`${text}: there is no ${path}`)
  const shown = `${name}@file:${basename(path)}`
  return { name, shown, source: { kind: statSync(path).isDirectory() ? 'folder' : 'archive', path } }
}

/** Two versions of one package, with the names that they are shown by. */
export interface Pair {
  specs: [PackageSpec, PackageSpec]
  labels: [string, string]
}

/**
 * @param labels what somebody calls them, such as base and head
 * @throws UsageError where they are of different packages, or have one name
 */
export function pairOf(first: PackageSpec, second: PackageSpec, labels?: readonly string[]): Pair {
  if (first.name !== second.name) {
    throw new UsageError(`${first.shown} and ${second.shown} are different packages: name two versions of one`)
  }
  const [a = first.shown, b = first.shown === second.shown ? `${second.shown} again` : second.shown, ...more] =
    labels ?? []
  const isTwo = labels === undefined || labels.length === 2
  if (!isTwo || more.length > 0 || a === b)
    throw new UsageError('--labels takes two different names, such as base,head')
  return { specs: [first, second], labels: [a, b] }
}
