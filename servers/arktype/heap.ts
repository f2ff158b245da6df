import { type Traversal, type } from 'arktype'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

/** arktype has one node of all that have the same function. */
const finite = (number: number, ctx: Traversal) => Number.isFinite(number) || ctx.mustBe('finite')

const toDate = (text: string, ctx: Traversal) => {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? ctx.error('a date that exists') : date
}

export const heap: SchemaBuilder<type.Any> = {
  library: 'arktype',
  package: 'arktype',
  user: (name) =>
    type.raw({
      id: type('number').narrow(finite),
      [name]: 'string',
      surname: 'string',
      lastUpdate: type('string.date.iso').pipe(toDate),
    }),
  string: null,
  accepts: (schema, value) => !(schema(value) instanceof type.errors),
}
