/** Builds schemas in a process of its own, uses each once and ends, so that its instructions can be counted. */
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type { SchemaBuilder } from '../../../shared/models/schema-builder.ts'
import { nameOf, validUser } from './inputs.ts'

const [file = '', count] = process.argv.slice(2)
const { heap } = (await import(pathToFileURL(file).href)) as { heap: SchemaBuilder }
const schemas: unknown[] = []
for (let i = 0; i < Number(count); i++) {
  schemas[i] = heap.user(nameOf(i))
  if (!(await heap.accepts(schemas[i], validUser(i)))) throw new Error(`schema ${i} rejects a user`)
}
process.exit()
