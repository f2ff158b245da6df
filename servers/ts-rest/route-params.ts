import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer, type TsRestRequestHandler } from '@ts-rest/express'
import express from 'express'
import { z } from 'zod'
import { parseFields } from '../../shared/models/parameters.ts'

declare module 'express-serve-static-core' {
  interface Request {
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

const router = initServer().router(contract, {
  users: async ({ params, query, req }) => ({
    status: 200,
    body: { id: params.id, fields: query.fields, tenant: req.tenant, language: req.language },
  }),
})

const globalMiddleware: TsRestRequestHandler<typeof contract>[] = [
  (req, _res, next) => {
    req.tenant = req.get('x-tenant') ?? 'public'
    next()
  },
  (req, _res, next) => {
    req.language = req.get('accept-language') ?? 'en'
    next()
  },
]

const app = express()

createExpressEndpoints(contract, router, app, { globalMiddleware })

app.listen(Number(process.env.PORT), process.env.HOST as string)
