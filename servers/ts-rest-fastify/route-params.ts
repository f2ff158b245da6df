import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'
import { z } from 'zod'
import { parseFields } from '../../shared/models/parameters.ts'

declare module 'fastify' {
  interface FastifyRequest {
    tenant: string
    language: string
  }
}

const c = initContract()

const contract = c.router({
  users: {
    method: 'GET',
    path: '/users/:id',
    pathParams: z.object({
      id: z
        .string()
        .regex(/^-?\d+$/)
        .transform(Number)
        .refine(Number.isSafeInteger),
    }),
    query: z.object({ fields: z.string().optional().transform(parseFields) }),
    responses: { 200: c.type<{ id: number; fields: string[]; tenant: string; language: string }>() },
  },
})

const s = initServer()

const router = s.router(contract, {
  users: async ({ params, query, request }) => ({
    status: 200,
    body: { id: params.id, fields: query.fields, tenant: request.tenant, language: request.language },
  }),
})

const app = Fastify()

app.decorateRequest('tenant', '')
app.decorateRequest('language', '')

app.addHook('onRequest', async (request) => {
  request.tenant = request.headers['x-tenant']?.toString() ?? 'public'
})

app.addHook('onRequest', async (request) => {
  request.language = request.headers['accept-language'] ?? 'en'
})

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
