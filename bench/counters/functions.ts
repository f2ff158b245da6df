/**
 * Finds the functions that executed instructions: those that V8 compiled by its map (`--perf-basic-prof`), the runtime's own by the
 * symbols of its executable.
 */
import { shortened } from '../../shared/basics/text.ts'
import { BLOCK_NUMBERS } from './counts-file.ts'

/** Addresses of a function's code, from `start` to before `end`. */
interface Code {
  start: number
  end: number
  name: string
}

/** The numbers of all blocks of code at both ends of an interval. */
export type Blocks = readonly [before: Float64Array, after: Float64Array]

/** Instructions per request or call that each function executes itself. */
export type Profile = ReadonlyMap<string, number>

/** A function that two versions execute, with its instructions in both. */
export interface ChangedFunction {
  name: string
  first: number
  second: number
}

/** Code without a name in V8’s map or among the runtime’s symbols, such as the C library. */
const UNNAMED = 'other native code'
/** Names of templates and regular expressions are long. */
const cut = (name: string) => shortened(name, 60)

/** Reads V8's map, in the order of compilation: a line has start, size and name. */
export const compiledCode = (map: string): Code[] =>
  [...map.matchAll(/^([\da-f]+) ([\da-f]+) (.+)$/gm)].map((line) => codeOf(line, compiledName))

/** Reads the output of `nm --print-size --demangle`: a line has start, size, kind and name. */
export const nativeCode = (symbols: string): Code[] =>
  [...symbols.matchAll(/^([\da-f]+) ([\da-f]+) [TtWwVvuiI] (.+)$/gm)].map((line) =>
    codeOf(line, nativeName),
  )

function codeOf([, start = '', size = '', name = '']: RegExpExecArray, nameOf: typeof nativeName) {
  const from = Number.parseInt(start, 16)
  return {
    start: from,
    end: from + Number.parseInt(size, 16),
    name: nameOf(name),
  }
}

/** Turns `JS:*parse file:///app/node_modules/zod/parse.js:3:14` into `parse, zod/parse.js`, whichever compiler's mark it has. */
function compiledName(symbol: string): string {
  const [, name, script] = /^\w+:(?:o?[*+^~]'?)?(.*?) ?(\S*):\d+:\d+$/.exec(symbol) ?? []
  if (script !== undefined) return `${name ? cut(name) : '(anonymous)'}, ${shortScript(script)}`
  const [, source, flags] = /^RegExp.* src: '(.*)' flags: '(\w*)'$/.exec(symbol) ?? []
  if (source !== undefined) return `/${cut(source)}/${flags}, regular expression`
  const [, kind, rest] = /^(\w+):(.*)$/.exec(symbol) ?? []
  return `${kind === 'BytecodeHandler' ? 'interpreter' : (rest ?? symbol)}, V8`
}

/** Returns what both versions call a script alike, although their folders differ. */
function shortScript(script: string): string {
  if (script === '') return 'generated code'
  if (script.startsWith('node:')) return script
  const [own, ...inside] = script.split('/node_modules/')
  return inside.at(-1) ?? (own as string).split('/').slice(-2).join('/')
}

/** Cuts arguments, which a demangled name ends with, and `(anonymous namespace)`. */
function nativeName(symbol: string): string {
  const name = symbol.replaceAll('(anonymous namespace)::', '').replace(/(?<!operator)\(.*/, '')
  return name.startsWith('Builtins_')
    ? `${name.slice('Builtins_'.length)}, V8`
    : `${cut(name)}, native`
}

/**
 * Attributes the instructions between two readings of blocks to functions.
 * @param code later ones replace earlier ones at the same addresses
 * @param calls that the instructions are divided by
 */
export function profileOf([before, after]: Blocks, code: readonly Code[], calls: number): Profile {
  const executed = new Map<number, number>()
  for (let i = 0; i < after.length; i += BLOCK_NUMBERS) {
    const [address = 0, instructions = 0, executions = 0] = after.subarray(i, i + BLOCK_NUMBERS)
    const count = instructions * (executions - (before[i + 2] ?? 0))
    if (count > 0) executed.set(address, (executed.get(address) ?? 0) + count)
  }
  const addresses = Float64Array.from(executed.keys()).sort()
  const names = new Map<number, string>()
  for (const { start, end, name } of code)
    for (const address of addresses.subarray(below(addresses, start), below(addresses, end)))
      names.set(address, name)
  const profile = new Map<string, number>()
  for (const [address, count] of executed) {
    const name = names.get(address) ?? UNNAMED
    profile.set(name, (profile.get(name) ?? 0) + count / calls)
  }
  return profile
}

/** Returns how many of the sorted numbers are below a limit. */
function below(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Least change that is named, as a share of the largest. */
const LEAST = 0.01

/** Returns the functions whose instructions differ most between two profiles, largest difference first. */
export function mostChanged(first: Profile, second: Profile, most: number): ChangedFunction[] {
  const changeOf = (each: ChangedFunction) => Math.abs(each.second - each.first)
  const sorted = [...new Set([...first.keys(), ...second.keys()])]
    .map((name) => ({ name, first: first.get(name) ?? 0, second: second.get(name) ?? 0 }))
    .sort((a, b) => changeOf(b) - changeOf(a))
  const largest = sorted[0] ? changeOf(sorted[0]) : 0
  return sorted.slice(0, most).filter((each) => changeOf(each) > LEAST * largest)
}
