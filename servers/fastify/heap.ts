import Fastify from 'fastify'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'
import { ajv, dateTime, number } from './fields.ts'

const route = { method: 'POST', url: '/updateUser' }

const fastify = Fastify({ ajv })
fastify.route({ ...route, schema: { body: {}, response: { 200: {} } }, handler: async () => ({}) })
await fastify.ready()

/** What Fastify compiles for a route: Ajv's validator of the body, and a serializer by fast-json-stringify. */
function compile(schema: object) {
  const validate = fastify.validatorCompiler?.({ schema, ...route, httpPart: 'body' })
  const stringify = fastify.serializerCompiler?.({ schema, ...route, httpStatus: '200' })
  if (!validate || !stringify) throw new Error('Fastify has compiled no schema')
  return { validate, stringify }
}

export const heap: SchemaBuilder<ReturnType<typeof compile>> = {
  library: 'ajv by fastify',
  package: 'ajv',
  user: (name) =>
    compile({
      type: 'object',
      required: ['id', name, 'surname', 'lastUpdate'],
      properties: {
        id: { ...number },
        [name]: { type: 'string' },
        surname: { type: 'string' },
        lastUpdate: { ...dateTime },
      },
    }),
  string: () => compile({ type: 'string' }),
  accepts: ({ validate, stringify }, value) => validate(value) === true && stringify(value) !== '',
}
