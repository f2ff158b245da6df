/** Parses versions of packages: `fastify@5.12.8`, `fastify@file:./fastify.tgz`, `ajv@file:../ajv`. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { SubjectName } from '../../shared/format/fields.ts'

export interface PackageSpec {
  /** Package name, with scope. */
  name: string
  /** For results: without the directory of a file, which is private. */
  shown: string
  /** A version, range or tag in the registry; the absolute path of a folder or of an archive made by `npm pack`. */
  source: { version: string } | { path: string }
}

/** Matches an npm package name and what follows its `@`. */
const SPEC = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)@(.+)$/i

/** Matches a version, range or tag, but no URL, from which npm would install something else. */
const IN_REGISTRY = /^[\w.^~<>=|* +-]+$/

/**
 * @param resolvePath resolves a path given by the user
 * @throws UsageError
 */
export function parseSpec(text: string, resolvePath: (path: string) => string): PackageSpec {
  const [, name, rest] = SPEC.exec(text) ?? []
  if (!name || !rest) {
    throw new UsageError(
      `"${text}" is not a version of a package: write name@1.2.3, name@file:./name.tgz or name@file:../folder`,
    )
  }
  if (!rest.startsWith('file:')) {
    if (!IN_REGISTRY.test(rest)) {
      throw new UsageError(
        `${text}: ${rest} is not a version, range or tag: check it out, and write ${name}@file:../folder`,
      )
    }
    return { name, shown: `${name}@${rest}`, source: { version: rest } }
  }
  const path = resolvePath(rest.slice('file:'.length))
  if (!existsSync(path)) throw new UsageError(`${text}: ${path} does not exist`)
  return { name, shown: `${name}@file:${basename(path)}`, source: { path } }
}

/** Two versions of one package, with their display names. */
export interface Pair {
  specs: [PackageSpec, PackageSpec]
  labels: [string, string]
  /** That they were packed from, if known. */
  commits?: readonly string[] | undefined
}

/**
 * @param labels display names, such as base and head
 * @throws UsageError if the packages differ or the names are equal
 */
export function pairOf(first: PackageSpec, second: PackageSpec, labels?: readonly string[]): Pair {
  if (first.name !== second.name) {
    throw new UsageError(
      `${first.shown} and ${second.shown} are different packages: name two versions of one`,
    )
  }
  const [
    a = first.shown,
    b = first.shown === second.shown ? `${second.shown} again` : second.shown,
    ...more
  ] = labels ?? []
  const wrong = labels?.find((label) => !SubjectName.safeParse(label).success)
  if (wrong !== undefined)
    throw new UsageError(`--labels takes names, such as base,head: "${wrong}" is none`)
  const isTwo = labels === undefined || labels.length === 2
  if (!isTwo || more.length > 0 || a === b)
    throw new UsageError('--labels takes two different names, such as base,head')
  return { specs: [first, second], labels: [a, b] }
}
