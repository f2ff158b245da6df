/** Parses versions of packages: `fastify@5.12.8`, `ajv@file:../ajv`, `node@24.1.0`, `'@nestjs/core@11 @nestjs/common@11'`. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { RUNTIMES } from '../../shared/format/disclosure.ts'
import { SubjectName } from '../../shared/format/fields.ts'
import { packageOf } from '../machine/runtimes.ts'

export interface PackageSpec {
  /** Package name, with scope; of a runtime, the package that has its executable for this machine. */
  name: string
  /** Shown in results: without the directory of a file, which is private. */
  shown: string
  /** A version, range or tag in the registry; the absolute path of a folder or of an archive made by `npm pack`. */
  source: { version: string } | { path: string }
}

/** Matches an npm package name and what follows its `@`. */
const SPEC = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)@(.+)$/i

/** Matches the space before another package. A range has spaces, too. */
const BETWEEN = /\s+(?=(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*@)/i

/** Matches a version, range or tag, but no URL, from which npm would install something else. */
const IN_REGISTRY = /^[\w.^~<>=|* +-]+$/

export type Specs = [PackageSpec, ...PackageSpec[]]

/**
 * Parses the packages of one side, separated by spaces.
 * @param resolvePath resolves a path given by the user
 * @throws UsageError
 */
export function parseSpecs(text: string, resolvePath: (path: string) => string): Specs {
  const specs = text
    .trim()
    .split(BETWEEN)
    .map((each) => parseSpec(each, resolvePath)) as Specs
  const twice = specs.find(({ name }, i) => specs.findIndex((each) => each.name === name) < i)
  if (twice) throw new UsageError(`"${text}" has ${twice.name} twice: name each package once`)
  return specs
}

function parseSpec(text: string, resolvePath: (path: string) => string): PackageSpec {
  const [, given, rest] = SPEC.exec(text) ?? []
  if (!given || !rest) {
    throw new UsageError(
      `"${text}" is not a version of a package: write name@1.2.3, name@file:./name.tgz or name@file:../folder`,
    )
  }
  const runtime = RUNTIMES.find((each) => each === given)
  const name = runtime ? packageOf(runtime) : given
  if (!rest.startsWith('file:')) {
    if (!IN_REGISTRY.test(rest)) {
      throw new UsageError(
        `${text}: ${rest} is not a version, range or tag: check it out, and write ${given}@file:../folder`,
      )
    }
    return { name, shown: `${given}@${rest}`, source: { version: rest } }
  }
  const path = resolvePath(rest.slice('file:'.length))
  if (!existsSync(path)) throw new UsageError(`${text}: ${path} does not exist`)
  return { name, shown: `${given}@file:${basename(path)}`, source: { path } }
}

/** The packages of both sides, with their display names. */
export interface Pair {
  /** The first of each side is the one that is named. */
  specs: [Specs, Specs]
  labels: [string, string]
  /** Commits that both were packed from, if known. */
  commits?: readonly string[] | undefined
}

interface PairOptions {
  /** Display names, such as base and head. */
  labels?: readonly string[] | undefined
  /** Whether each side has a module of cases for its own packages. */
  renamed?: boolean
}

/** @throws UsageError if the packages differ or the names are equal */
export function pairOf(
  first: Specs,
  second: Specs,
  { labels, renamed = false }: PairOptions = {},
): Pair {
  const [before, after] = [first, second].map(namesOf)
  if (!renamed && `${before?.toSorted()}` !== `${after?.toSorted()}`) {
    throw new UsageError(
      `${shownAll(first)} and ${shownAll(second)} are different packages: name two versions of the same, or a module for each with --cases a.ts,b.ts`,
    )
  }
  const [
    a = labelOf(first),
    b = labelOf(first) === labelOf(second) ? `${labelOf(second)} again` : labelOf(second),
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

const namesOf = (specs: Specs) => specs.map(({ name }) => name)
const shownAll = (specs: Specs) => specs.map(({ shown }) => shown).join(' ')
const labelOf = ([{ shown }, ...more]: Specs) =>
  more.length === 0 ? shown : `${shown} and ${more.length} more`

/** Returns all packages of a pair, separated by commas. */
export const packagesOf = ({ specs }: Pair) => [...new Set(specs.flatMap(namesOf))].join(', ')
