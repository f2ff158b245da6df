/** Counts the functions that a worker makes of strings. It is bundled before the worker, and so runs first. */

export interface Counts {
  functions: number
  /** Of a validation library. */
  named?: { library: string; package: string | null }
}

interface Worker extends Pick<Counts, 'named'> {
  fetch(request: Request, ...more: unknown[]): Response | Promise<Response>
}

/** Characters. Shorter functions, such as `return false`, only test whether code can be generated. */
const SHORTEST = 40

let functions = 0

function counted<T>(source: readonly unknown[], made: T): T {
  if (String(source.at(-1)).length >= SHORTEST) functions++
  return made
}

/** Those of plain and of asynchronous functions. */
for (const kind of [function plain() {}, async function asynchronous() {}]) {
  const original: FunctionConstructor = Object.getPrototypeOf(kind).constructor
  const value = new Proxy(original, {
    apply: (target, self, source) => counted(source, Reflect.apply(target, self, source)),
    construct: (target, source, maker) => counted(source, Reflect.construct(target, source, maker)),
  })
  Object.defineProperty(original.prototype, 'constructor', { value })
  if (original === globalThis.Function) globalThis.Function = value
}

export const observing = (worker: Worker): Worker => ({
  fetch: (request, ...more) =>
    new URL(request.url).pathname === '/generated'
      ? Response.json({ functions, named: worker.named } satisfies Counts)
      : worker.fetch(request, ...more),
})
