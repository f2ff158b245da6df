/** A worker that counts the functions which it makes of strings. Imported before the worker's module, and so runs first. */
import type { Steps } from '../../shared/models/steps.ts'
import { workerOf } from './library-worker.ts'

export interface Counts {
  functions: number
  /** Name and package of a validation library. */
  named?: Pick<Steps, 'library' | 'package'>
}

interface Worker {
  fetch(request: Request, ...more: unknown[]): Response | Promise<Response>
}

/** Characters. Shorter functions, such as `return false`, only test whether code can be generated. */
const SHORTEST = 40

let functions = 0

function counted<T>(source: readonly unknown[], made: T): T {
  if (String(source.at(-1)).length >= SHORTEST) functions++
  return made
}

/** Counts calls of the constructors of plain and of asynchronous functions. */
for (const kind of [function plain() {}, async function asynchronous() {}]) {
  const original: FunctionConstructor = Object.getPrototypeOf(kind).constructor
  const value = new Proxy(original, {
    apply: (target, self, source) => counted(source, Reflect.apply(target, self, source)),
    construct: (target, source, maker) => counted(source, Reflect.construct(target, source, maker)),
  })
  Object.defineProperty(original.prototype, 'constructor', { value })
  if (original === globalThis.Function) globalThis.Function = value
}

/** Returns the worker of a module, or one around its steps; it also responds with the counts. */
export function observedWorker({
  default: exported,
  steps,
}: {
  default?: Worker
  steps?: Steps
}): Worker {
  const worker = steps ? workerOf(steps) : (exported as Worker)
  const named = steps && { library: steps.library, package: steps.package }
  return {
    fetch: (request, ...more) =>
      new URL(request.url).pathname === '/generated'
        ? Response.json({ functions, named } satisfies Counts)
        : worker.fetch(request, ...more),
  }
}
