/**
 * The stacks of a server's profiles, summed, in the "sampled" format of https://www.speedscope.app
 * (https://www.speedscope.app/file-format-schema.json). Weights are µs of CPU time per request.
 */
import { AREAS } from '../../../charts/instruments/profile/areas.ts'
import { type Attributed, isIdle } from './attribute.ts'
import type { CallNode } from './cpu-profile.ts'
import type { Divided } from './divide.ts'

/** Maximum bytes of a file; the rarest stacks are merged into their callers to stay below it. */
const LARGEST = 100_000
/** Share of the total below which a stack is always merged into its caller. */
const LEAST_SHARE = 0.0005

interface Frame {
  name: string
  file?: string
  line?: number
}

/** A call path: a function with its callees. */
interface Stack {
  frame: number
  self: number
  called: Map<number, Stack>
}

export class Stacks {
  readonly #frames: Frame[] = []
  readonly #numbers = new Map<string, number>()
  readonly #root: Stack = { frame: -1, self: 0, called: new Map() }
  #requests = 0

  /** Adds a profile that was cut to a window with that number of requests. */
  add(attributed: readonly Attributed[], { scale, busyIdle }: Divided, requests: number): void {
    const of = new Map(attributed.map((each) => [each.node, each]))
    const stacks = new Map<CallNode, Stack>()
    const stackOf = (node: CallNode): Stack => {
      const { parent } = node
      if (!parent) return this.#root
      const known = stacks.get(node)
      if (known) return known
      const stack = this.#called(stackOf(parent), frameOf(of.get(node) as Attributed))
      stacks.set(node, stack)
      return stack
    }
    for (const { node, self, called } of attributed) {
      if (isIdle(node) || self === 0) continue
      const stack = stackOf(node)
      const top = called === null ? stack : this.#called(stack, { name: called })
      top.self += self * scale
    }
    if (busyIdle > 0) this.#called(this.#root, OUTSIDE).self += busyIdle * scale
    this.#requests += requests
  }

  /** Returns the content of the file. */
  file(name: string, exporter: string): string {
    for (let least = LEAST_SHARE; ; least *= 1.5) {
      const text = this.#text(name, exporter, least)
      if (text.length <= LARGEST) return text
    }
  }

  #text(name: string, exporter: string, leastShare: number): string {
    const least = total(this.#root) * leastShare
    const stacks: { path: number[]; self: number }[] = []
    const walk = (stack: Stack, path: number[]) => {
      let { self } = stack
      for (const called of stack.called.values()) {
        if (total(called) < least) self += total(called)
        else walk(called, [...path, called.frame])
      }
      if (self > 0) stacks.push({ path: path.length > 0 ? path : [this.#numberOf(OTHERS)], self })
    }
    walk(this.#root, [])
    const numbers = new Map([...new Set(stacks.flatMap(({ path }) => path))].map((frame, i) => [frame, i]))
    const weights = stacks.map(({ self }) => Number((self / this.#requests).toPrecision(4)))
    const endValue = weights.reduce((sum, weight) => sum + weight, 0)
    const samples = stacks.map(({ path }) => path.map((frame) => numbers.get(frame)))
    return `${JSON.stringify({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: [...numbers.keys()].map((frame) => this.#frames[frame]) },
      profiles: [{ type: 'sampled', name, unit: 'microseconds', startValue: 0, endValue, samples, weights }],
      name,
      exporter,
    })}\n`
  }

  #called(caller: Stack, frame: Frame): Stack {
    const number = this.#numberOf(frame)
    const stack = caller.called.get(number) ?? { frame: number, self: 0, called: new Map() }
    caller.called.set(number, stack)
    return stack
  }

  #numberOf(frame: Frame): number {
    const key = JSON.stringify(frame)
    const number = this.#numbers.get(key) ?? this.#frames.push(frame) - 1
    this.#numbers.set(key, number)
    return number
  }
}

const OUTSIDE: Frame = { name: '(outside JavaScript)' }
/** Rare functions without a caller. */
const OTHERS: Frame = { name: '(others)' }

function frameOf({ node: { name, line }, place }: Attributed): Frame {
  if (name === '(program)') return OUTSIDE
  const separator = AREAS.has(place.package) ? ':' : '/'
  const file = place.file === '' ? place.package : `${place.package}${separator}${place.file}`
  return { name: name || '(anonymous)', file, ...(line > 0 && { line }) }
}

function total({ self, called }: Stack): number {
  return [...called.values()].reduce((sum, stack) => sum + total(stack), self)
}
