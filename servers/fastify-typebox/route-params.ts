import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { parseFields } from '../../shared/models/parameters.ts'

declare module 'fastify' {
  interface FastifyRequest {
    tenant: string
    language: string
  }
}

// The pattern comes first: ajv would coerce a blank to 0.
const Id = Type.Unsafe<number>({
  allOf: [
    Type.String({ pattern: '^-?\\d+$' }),
    Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  ],
})

const schema = {
  params: Type.Object({ id: Id }),
  querystring: Type.Object({ fields: Type.Optional(Type.String()) }),
  response: {
    200: Type.Object({
      id: Type.Integer(),
      fields: Type.Array(Type.String()),
      tenant: Type.String(),
      language: Type.String(),
    }),
  },
}

const fastify = Fastify().withTypeProvider<TypeBoxTypeProvider>()

fastify.decorateRequest('tenant', '')
fastify.decorateRequest('language', '')

fastify.addHook('onRequest', async (request) => {
  request.tenant = request.headers['x-tenant']?.toString() ?? 'public'
})

fastify.addHook('onRequest', async (request) => {
  request.language = request.headers['accept-language'] ?? 'en'
})

fastify.get('/users/:id', { schema }, async (request) => {
  const { params, query, tenant, language } = request
  return { id: params.id, fields: parseFields(query.fields), tenant, language }
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
