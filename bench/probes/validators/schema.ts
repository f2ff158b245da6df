/** The first schema of a process, from its construction on: handlers of the worker, which call nothing else of the library. */
import { pathToFileURL } from 'node:url'
import type { SchemaBuilder } from '../../../shared/models/schema-builder.ts'
import type { UserJson } from '../../../shared/models/user.ts'
import { collectGarbage } from './calls.ts'
import type { Pool } from './inputs.ts'
import { validInput } from './operations.ts'

/** Set by `loadBuilder`. */
let builder: SchemaBuilder
let pool: Pool
let serial = 0
/** Set by `build`. */
let schema: unknown
let users: unknown[] = []
let accepted = 0
let further: unknown[] = []

const nameOf = (i: number) => `name${i}`

function renamed(user: unknown, field: string): unknown {
  const { name, ...rest } = user as UserJson
  return JSON.parse(JSON.stringify({ [field]: name, ...rest }))
}

export const schemaHandlers = {
  /** Imports a builder, and with it the library. */
  async loadBuilder({ file, pool: given }: { file: string; pool: Pool }) {
    builder = ((await import(pathToFileURL(file).href)) as { heap: SchemaBuilder }).heap
    pool = given
    serial = pool.firstSerial
    return { name: builder.library, package: builder.package }
  },
  async build() {
    schema = builder.user('name')
  },
  /** Makes that many users, and collects the garbage. */
  async prepareUsers({ calls }: { calls: number }) {
    users = Array.from({ length: calls }, () => validInput(pool, serial++))
    accepted = 0
    collectGarbage()
  },
  /** Calls the schema with each of the users. */
  async use() {
    for (const user of users) {
      const result = builder.accepts(schema, user)
      if (typeof result === 'boolean' ? result : await result) accepted++
    }
  },
  /** Makes a user for each further schema: no two schemas are alike. */
  async prepareFurther({ count }: { count: number }) {
    users = Array.from({ length: count }, (_, i) => renamed(validInput(pool, serial++), nameOf(i)))
    accepted = 0
    collectGarbage()
  },
  async buildFurther() {
    further = users.map((_, i) => builder.user(nameOf(i)))
  },
  /** Calls each further schema once. */
  async useFurther() {
    for (const [i, user] of users.entries()) {
      const result = builder.accepts(further[i], user)
      if (typeof result === 'boolean' ? result : await result) accepted++
    }
  },
  /** @throws unless all users were accepted */
  async verifyUsers() {
    if (accepted !== users.length)
      throw new Error(`the schema rejects ${users.length - accepted} of ${users.length} users`)
  },
  /** @throws if the schema accepts an invalid value */
  async verifySchema() {
    for (const text of pool.invalid)
      if (await builder.accepts(schema, JSON.parse(text)))
        throw new Error(`the schema accepts ${text}`)
  },
}
