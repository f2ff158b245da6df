/** Says of every function in a profile whose it is and which part of a request, by the rules of `profile-rules.ts`. */
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AREAS } from '../../../charts/instruments/profile/areas.ts'
import type { PackageTime } from '../../../charts/instruments/profile/format.ts'
import type { Part } from '../../../charts/instruments/profile/parts.ts'
import { LINE_RULES, PLACES, RULES, type Rule } from '../../../charts/instruments/profile/rules.ts'
import { MODELS_DIR } from '../../host/servers.ts'
import type { CallNode } from './cpu-profile.ts'
import { type LineOf, lineOnDisk } from './source-lines.ts'

/** Whose a function is. */
export interface Place {
  /** A package's name, or one of `PLACES`. */
  package: string
  /** Within the package; a module of a runtime without `node:` or `ext:`. */
  file: string
}

/** A function's time, or what one kind of its lines has of it. */
export interface Attributed {
  node: CallNode
  place: Place
  part: Part
  /** Of whom its time is told: its own package (of Node's code, what it is for), or that of whoever called native code or code made at run time. */
  owner: string
  /** µs. */
  self: number
  /** What the lines call, such as `JSON.parse`; null for all others of the function. */
  called: string | null
}

/** Entries that V8 makes up; their times are told from the kernel's account (`divide.ts`). */
const MADE_UP: ReadonlyMap<string, Part> = new Map([
  ['(root)', 'outside'],
  ['(program)', 'outside'],
  ['(idle)', 'outside'],
  ['(garbage collector)', 'collection'],
])

/** Whether V8 held the thread for idle: it does so whenever no JavaScript runs, also while the kernel works for it. */
export function isIdle({ name, url }: Pick<CallNode, 'name' | 'url'>): boolean {
  return url === '' && name === '(idle)'
}

/**
 * Where a function's text stands.
 * @param directory of the server, whose files are its own
 */
export function placeOf(
  { name, url, hasScript }: Pick<CallNode, 'name' | 'url' | 'hasScript'>,
  directory: string,
): Place {
  if (MADE_UP.has(name) && url === '') return { package: PLACES.native, file: '' }
  if (url.startsWith('node:')) return { package: PLACES.node, file: url.slice('node:'.length) }
  if (url.startsWith('ext:')) return { package: PLACES.deno, file: url.slice('ext:'.length) }
  const path = pathOf(url)
  if (path === null) return { package: hasScript ? PLACES.generated : PLACES.native, file: '' }
  const [, scope = '', rest = ''] = /^.*\/node_modules\/(@[^/]+\/)?(.*)$/.exec(path) ?? []
  if (rest !== '') {
    const [own = '', ...file] = rest.split('/')
    return { package: `${scope}${own}`, file: file.join('/') }
  }
  const isModel = path.startsWith(`${slashed(MODELS_DIR)}/`) || path.startsWith(`${slashed(directory)}/dist/shared/`)
  if (isModel) return { package: PLACES.models, file: path.split('/').at(-1) ?? '' }
  if (path.startsWith(`${slashed(directory)}/`)) {
    return { package: PLACES.own, file: path.slice(directory.length + 1) }
  }
  // A path of this machine has no place in a result.
  return { package: posix.basename(path), file: '' }
}

/** A path with forward slashes; null where the URL is none of a file, as of code that was made at run time. */
function pathOf(url: string): string | null {
  try {
    return (
      slashed(url.startsWith('file:') ? fileURLToPath(url) : '') ||
      (/^(\/|[A-Za-z]:[/\\])/.test(url) ? slashed(url) : null)
    )
  } catch {
    return null
  }
}

const slashed = (path: string) => path.replaceAll('\\', '/')

/**
 * Attributes every function of a profile, and what of its lines is another part's.
 * @param directory of the server
 */
export function attribute(nodes: readonly CallNode[], directory: string, lineOf: LineOf = lineOnDisk): Attributed[] {
  const known = new Map<CallNode, Attributed>()
  const of = (node: CallNode): Attributed => {
    const done = known.get(node)
    if (done) return done
    const attributed = attributeNode(node, node.parent ? of(node.parent) : null, directory)
    known.set(node, attributed)
    return attributed
  }
  return nodes.flatMap((node) => byLine(of(node), lineOf))
}

/** Divides a function's time by what its lines call. */
function byLine(whole: Attributed, lineOf: LineOf): Attributed[] {
  const { node, place, self } = whole
  if (self === 0 || AREAS.has(place.package) || node.lines.length === 0) return [whole]
  const path = pathOf(node.url)
  if (path === null) return [whole]
  const ticks = node.lines.reduce((sum, each) => sum + each.ticks, 0)
  const pieces = LINE_RULES.flatMap(({ line, part, label }, i): Attributed[] => {
    const earlier = LINE_RULES.slice(0, i)
    const fitting = node.lines.filter((each) => {
      const text = lineOf(path, each.line)
      return line.test(text) && !earlier.some((rule) => rule.line.test(text))
    })
    const share = fitting.reduce((sum, each) => sum + each.ticks, 0) / ticks
    return share > 0 ? [{ ...whole, part, self: share * self, called: label }] : []
  })
  const rest = self - pieces.reduce((sum, each) => sum + each.self, 0)
  return [{ ...whole, self: Math.max(0, rest) }, ...pieces]
}

function attributeNode(node: CallNode, caller: Attributed | null, directory: string): Attributed {
  const place = placeOf(node, directory)
  const madeUp = node.url === '' ? MADE_UP.get(node.name) : undefined
  const own = { node, place, owner: ownerOf(place), self: node.self, called: null }
  if (madeUp) return { ...own, part: madeUp }
  const rule = RULES.find((each) => fits(each, node.name, place, caller))
  if (rule) return { ...own, part: rule.part }
  const isAnonymous = place.package === PLACES.native || place.package === PLACES.generated
  if (!isAnonymous) return { ...own, part: 'unattributed' }
  // Code that was made at run time, and goes on after a promise: nobody is known to have called it.
  if (!caller || caller.part === 'outside') return { ...own, part: 'unattributed' }
  return { ...own, part: caller.part, owner: caller.owner }
}

/** A runtime's own code is told by what it is for: much of a request's may be in it. */
function ownerOf({ package: name, file }: Place): string {
  return AREAS.get(name)?.find(({ modules }) => modules.test(file))?.name ?? name
}

function fits(
  { packages, file, name, calledFrom, calledBy }: Rule,
  functionName: string,
  place: Place,
  caller: Attributed | null,
): boolean {
  const isOf = packages.some((each) =>
    each.endsWith('/*') ? place.package.startsWith(each.slice(0, -1)) : each === place.package,
  )
  if (!isOf || (file && !file.test(place.file)) || (name && !name.test(functionName))) return false
  if (calledFrom && !(caller && calledFrom.includes(caller.part))) return false
  return !calledBy || (caller !== null && calledBy.includes(caller.place.package))
}

/** Time by owner and part, the most first. */
export function byPackage(attributed: readonly Attributed[]): PackageTime[] {
  const times = new Map<string, PackageTime>()
  for (const { self, part, owner } of attributed) {
    if (self === 0) continue
    const key = `${owner}\0${part}`
    const sum = times.get(key) ?? { package: owner, part, time: 0 }
    times.set(key, { ...sum, time: sum.time + self })
  }
  return [...times.values()].sort((a, b) => b.time - a.time)
}
