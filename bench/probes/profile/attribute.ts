/** Attributes every function of a profile to an owner and a part of request handling, by the rules of `rules.ts`. */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PackageTime, Part } from '../../../shared/probes/profile.ts'
import { sum } from '../../../shared/stats/statistics.ts'
import { MODELS_DIR } from '../../folders/servers.ts'
import { AREAS } from './areas.ts'
import type { CallNode } from './cpu-profile.ts'
import { LINE_RULES, LONGEST_LINE, PLACES, RULES, type Rule } from './rules.ts'

/** Location of a function. */
export interface Place {
  /** A package's name, or one of `PLACES`. */
  package: string
  /** Path in the package; for a runtime's module, its name without `node:` or `ext:`. */
  file: string
}

/** Time of a function, or of its lines of one kind. */
export interface Attributed {
  node: CallNode
  place: Place
  part: Part
  /** Who the time counts for: the function's package; for a runtime's code, its purpose; for native or generated code, the caller. */
  owner: string
  /** Unit: µs. */
  self: number
}

/** Pseudo-functions of V8; `divide.ts` corrects their times with the kernel's accounting. */
const MADE_UP: ReadonlyMap<string, Part> = new Map([
  ['(root)', 'outside'],
  ['(program)', 'outside'],
  ['(idle)', 'outside'],
  ['(garbage collector)', 'collection'],
])

/** Script of functions without a script. */
const ENGINE = '0'

/** Returns whether V8 considered the thread idle: whenever no JavaScript runs, even if the kernel works for it. */
export function isIdle({ name, url }: Pick<CallNode, 'name' | 'url'>): boolean {
  return url === '' && name === '(idle)'
}

/**
 * Returns the location of a function's source.
 * @param directory of the server's own files
 */
export function placeOf(
  { name, url, scriptId }: Pick<CallNode, 'name' | 'url' | 'scriptId'>,
  directory: string,
): Place {
  if (MADE_UP.has(name) && url === '') return { package: PLACES.native, file: '' }
  if (url.startsWith('node:')) return { package: PLACES.node, file: url.slice('node:'.length) }
  if (url.startsWith('ext:')) return { package: PLACES.deno, file: url.slice('ext:'.length) }
  const path = pathOf(url)
  if (path === null)
    return { package: scriptId === ENGINE ? PLACES.native : PLACES.generated, file: '' }
  const [, scope = '', rest = ''] = /^.*\/node_modules\/(@[^/]+\/)?(.*)$/.exec(path) ?? []
  if (rest !== '') {
    const [own = '', ...file] = rest.split('/')
    return { package: `${scope}${own}`, file: file.join('/') }
  }
  const isModel = path.startsWith(`${MODELS_DIR}/`) || path.startsWith(`${directory}/dist/shared/`)
  if (isModel) return { package: PLACES.models, file: path.split('/').at(-1) ?? '' }
  if (path.startsWith(`${directory}/`)) {
    return { package: PLACES.own, file: path.slice(directory.length + 1) }
  }
  // Not the full path: results contain no paths of this machine.
  return { package: basename(path), file: '' }
}

/** Returns null if the URL is not a file, as for generated code. */
function pathOf(url: string): string | null {
  if (url.startsWith('file:')) return fileURLToPath(url)
  return url.startsWith('/') ? url : null
}

/** What attribution depends on besides the profile. */
interface Subject {
  /** The server's. */
  directory: string
  /** The server's validation library, if it has one. */
  library?: string | undefined
  /** Lines of scripts by their ids. */
  sources: ReadonlyMap<string, readonly string[]>
}

/** Attributes every function of a profile, and lines that belong to another part. */
export function attribute(nodes: readonly CallNode[], subject: Subject): Attributed[] {
  const attributedNodes = new Map<CallNode, Attributed>()
  const attributionOf = (node: CallNode): Attributed => {
    const done = attributedNodes.get(node)
    if (done) return done
    const attributed = attributeNode(node, node.parent ? attributionOf(node.parent) : null, subject)
    attributedNodes.set(node, attributed)
    return attributed
  }
  return nodes.flatMap((node) => byLine(attributionOf(node), subject.sources.get(node.scriptId)))
}

/** Returns whether lines of the function may belong to another part: not in a runtime's code, nor in code without a file. */
export function isDivided({ url, lines }: CallNode): boolean {
  return lines.length > 0 && !/^(node|ext):/.test(url) && pathOf(url) !== null
}

/** Divides a function's time by the callees of its lines. */
function byLine(whole: Attributed, source: readonly string[] = []): Attributed[] {
  const { node, self } = whole
  if (self === 0 || !isDivided(node)) return [whole]
  const total = sum(node.lines, ({ ticks }) => ticks)
  const ticksOf = Map.groupBy(node.lines, ({ line }) => {
    const text = source[line - 1] ?? ''
    // A longer line may contain a whole library.
    return text.length > LONGEST_LINE
      ? undefined
      : LINE_RULES.find((rule) => rule.line.test(text))?.part
  })
  return [...ticksOf].map(([part = whole.part, lines]) => {
    const share = sum(lines, ({ ticks }) => ticks) / total
    return { ...whole, part, self: share * self }
  })
}

function attributeNode(
  node: CallNode,
  caller: Attributed | null,
  { directory, library }: Subject,
): Attributed {
  const place = placeOf(node, directory)
  const madeUp = node.url === '' ? MADE_UP.get(node.name) : undefined
  const base = { node, place, owner: ownerOf(place), self: node.self }
  if (madeUp) return { ...base, part: madeUp }
  const rule = RULES.find((each) => ruleMatches(each, node.name, place, caller))
  if (rule) return { ...base, part: rule.part }
  const isAnonymous = place.package === PLACES.native || place.package === PLACES.generated
  if (!isAnonymous && place.file === '') return { ...base, part: 'unattributed' }
  if (!isAnonymous) return { ...base, part: place.package === library ? 'validation' : 'router' }
  // Generated code that resumes after a promise has no known caller.
  if (!caller || caller.part === 'outside') return { ...base, part: 'unattributed' }
  return { ...base, part: caller.part, owner: caller.owner }
}

/** Attributes a runtime's own code by its purpose, since much of the work for a request may be there. */
function ownerOf({ package: name, file }: Place): string {
  return AREAS.get(name)?.find(({ modules }) => modules.test(file))?.name ?? name
}

function ruleMatches(
  { packages, file, name, calledFrom }: Rule,
  functionName: string,
  place: Place,
  caller: Attributed | null,
): boolean {
  const matchesPackage = packages.some((each) =>
    each.endsWith('/*') ? place.package.startsWith(each.slice(0, -1)) : each === place.package,
  )
  if (!matchesPackage || (file && !file.test(place.file)) || (name && !name.test(functionName)))
    return false
  return !calledFrom || (caller !== null && calledFrom.includes(caller.part))
}

/** Adds up times of the same package and part, largest first. */
export function byPackage(times: readonly PackageTime[]): PackageTime[] {
  const sums = new Map<string, PackageTime>()
  for (const each of times) {
    const key = `${each.package}\0${each.part}`
    sums.set(key, { ...each, time: (sums.get(key)?.time ?? 0) + each.time })
  }
  return [...sums.values()].filter(({ time }) => time > 0).sort((a, b) => b.time - a.time)
}
