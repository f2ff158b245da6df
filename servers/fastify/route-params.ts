import Fastify from 'fastify'
import { parseFields } from '../../shared/models/parameters.ts'

declare module 'fastify' {
  interface FastifyRequest {
    tenant: string
    language: string
  }
}

// The pattern comes first: ajv would coerce a blank to 0.
const idSchema = {
  allOf: [
    { type: 'string', pattern: '^-?\\d+$' },
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  ],
}

const schema = {
  params: { type: 'object', required: ['id'], properties: { id: idSchema } },
  querystring: { type: 'object', properties: { fields: { type: 'string' } } },
  response: {
    200: {
      type: 'object',
      required: ['id', 'fields', 'tenant', 'language'],
      properties: {
        id: { type: 'integer' },
        fields: { type: 'array', items: { type: 'string' } },
        tenant: { type: 'string' },
        language: { type: 'string' },
      },
    },
  },
}

const fastify = Fastify()

fastify.decorateRequest('tenant', '')
fastify.decorateRequest('language', '')

fastify.addHook('onRequest', async (request) => {
  request.tenant = request.headers['x-tenant']?.toString() ?? 'public'
})

fastify.addHook('onRequest', async (request) => {
  request.language = request.headers['accept-language'] ?? 'en'
})

fastify.get<{ Params: { id: number }; Querystring: { fields?: string } }>('/users/:id', { schema }, async (request) => {
  const { params, query, tenant, language } = request
  return { id: params.id, fields: parseFields(query.fields), tenant, language }
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
