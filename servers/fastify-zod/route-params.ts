import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { parseFields } from '../../shared/models/parameters.ts'

declare module 'fastify' {
  interface FastifyRequest {
    tenant: string
    language: string
  }
}

const schema = {
  params: z.object({
    id: z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number)
      .pipe(z.int()),
  }),
  querystring: z.object({ fields: z.string().optional().transform(parseFields) }),
  response: {
    200: z.object({
      id: z.int(),
      fields: z.array(z.string()),
      tenant: z.string(),
      language: z.string(),
    }),
  },
}

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

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
  return { id: params.id, fields: query.fields, tenant, language }
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
