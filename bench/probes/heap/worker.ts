/**
 * Builds schemas in a process of its own, uses each once, and prints as JSON what the heap holds after each number of them. Given
 * one number, it builds and uses as many users alone, so that instructions can be counted.
 */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { SchemaBuilder } from '../../../shared/models/schema-builder.ts'
import type { Heaps } from './measure.ts'

/** Collections at most: one may let the next free what it only finalized. */
const MOST_COLLECTIONS = 20
const VALID_STRING = 'Ada'
const WRONG = { first: VALID_STRING }

const [file = '', ...given] = process.argv.slice(2)
const counts = given.map(Number)
const isCounted = counts.length === 1
const { heap } = (await import(pathToFileURL(file).href)) as { heap: SchemaBuilder }
const { Bun, gc } = globalThis as unknown as { Bun?: { gc(sync: boolean): void }; gc(): void }

/** Returns the bytes that the runtime holds for JavaScript once no more garbage is collected. */
async function read(): Promise<number> {
  if (isCounted) return 0
  let [before, now] = [Number.POSITIVE_INFINITY, Number.MAX_VALUE]
  for (let i = 0; i < MOST_COLLECTIONS && now < before; i++) {
    Bun ? Bun.gc(true) : gc()
    await sleep(1)
    const { heapUsed, external } = process.memoryUsage()
    // Bun's heap includes both.
    ;[before, now] = [now, Bun ? heapUsed : heapUsed + external]
  }
  return Math.min(before, now)
}

/** Returns a different field name for each schema, so that no two schemas share compiled code. */
const nameOf = (i: number) => `name${i}`

const validUser = (i: number): object => ({
  id: 1,
  [nameOf(i)]: VALID_STRING,
  surname: 'Lovelace',
  lastUpdate: '2026-02-28T12:00:00.000Z',
})

/** A user with each field wrong in turn, that of another schema, which lacks a field, and none at all. */
function invalidUsers(i: number): unknown[] {
  const user = validUser(i)
  return [null, validUser(i + 1), ...Object.keys(user).map((key) => ({ ...user, [key]: WRONG }))]
}

interface Kind {
  build(i: number): unknown
  valid(i: number): unknown
  invalid(i: number): unknown[]
}

/** All schemas stay reachable until the end. @throws where they are not so many, or do not validate */
async function measureHeaps({ build, valid, invalid }: Kind): Promise<Heaps> {
  const schemas: unknown[] = []
  const built = await bytesAfter((i) => {
    schemas[i] = build(i)
  })
  const used = await bytesAfter(async (i) => {
    if (!(await heap.accepts(schemas[i], valid(i))))
      throw new Error(`schema ${i} rejects ${JSON.stringify(valid(i))}`)
  })
  const distinct = new Set(schemas).size
  if (distinct < schemas.length)
    throw new Error(`${schemas.length} schemas are only ${distinct} objects`)
  for (const i of [0, schemas.length >> 1, schemas.length - 1]) {
    for (const value of invalid(i)) {
      if (await heap.accepts(schemas[i], value))
        throw new Error(`schema ${i} accepts ${JSON.stringify(value)}`)
    }
  }
  // Without those that were built, and not yet used.
  return { built, used: used.map((bytes, i) => bytes - ((built.at(-1) ?? 0) - (built[i] ?? 0))) }
}

async function bytesAfter(work: (i: number) => unknown): Promise<number[]> {
  const bytes: number[] = []
  let i = 0
  for (const count of counts) {
    for (; i < count; i++) await work(i)
    bytes.push(await read())
  }
  return bytes
}

const user = await measureHeaps({
  build: (i) => heap.user(nameOf(i)),
  valid: validUser,
  invalid: invalidUsers,
})
const { string: build, library, package: name } = heap
const string =
  build &&
  !isCounted &&
  (await measureHeaps({ build, valid: () => VALID_STRING, invalid: () => [WRONG] }))
console.log(
  JSON.stringify({ library: { name: library, package: name }, user, ...(string && { string }) }),
)
process.exit()
