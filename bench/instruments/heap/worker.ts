/** Builds schemas in a process of its own, uses each once, and prints as JSON what the heap holds after each number of them. */
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type { HeapProcess } from '../../../charts/instruments/heap/format.ts'
import type { SchemaBuilder } from '../../../shared/models/schema-builder.ts'
import { heapReader } from './heap-reader.ts'
import { invalidUsers, nameOf, VALID_STRING, validUser } from './inputs.ts'

const [file = '', ...given] = process.argv.slice(2)
const counts = given.map(Number)
const { heap } = (await import(pathToFileURL(file).href)) as { heap: SchemaBuilder }
const read = await heapReader()

interface Kind {
  build(i: number): unknown
  valid(i: number): unknown
  invalid(i: number): unknown[]
}

/** All schemas stay reachable until the end. @throws where they are not so many, or do not validate */
async function measured({ build, valid, invalid }: Kind): Promise<HeapProcess['user']> {
  const schemas: unknown[] = []
  const built = await bytesAfter((i) => {
    schemas[i] = build(i)
  })
  const used = await bytesAfter(async (i) => {
    if (!(await heap.accepts(schemas[i], valid(i)))) throw new Error(`schema ${i} rejects ${JSON.stringify(valid(i))}`)
  })
  const distinct = new Set(schemas).size
  if (distinct < schemas.length) throw new Error(`${schemas.length} schemas are only ${distinct} objects`)
  for (const i of [0, schemas.length >> 1, schemas.length - 1]) {
    for (const value of invalid(i)) {
      if (await heap.accepts(schemas[i], value)) throw new Error(`schema ${i} accepts ${JSON.stringify(value)}`)
    }
  }
  return { built, used }
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

const empty = await read()
const user = await measured({ build: (i) => heap.user(nameOf(i)), valid: validUser, invalid: invalidUsers })
const { string: build, library, package: name } = heap
const string = build && (await measured({ build, valid: () => VALID_STRING, invalid: () => [{ first: VALID_STRING }] }))
console.log(JSON.stringify({ library, package: name, empty, user, string }))
