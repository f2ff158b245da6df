import { createServer, type IncomingHttpHeaders } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { os } from '@orpc/server'
import { z } from 'zod'
import { parseFields } from '../../shared/models/parameters.ts'

const base = os
  .$context<{ headers: IncomingHttpHeaders }>()
  .use(({ context, next }) => next({ context: { tenant: context.headers['x-tenant']?.toString() ?? 'public' } }))
  .use(({ context, next }) => next({ context: { language: context.headers['accept-language'] ?? 'en' } }))

const inputSchema = z.object({
  id: z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.int()),
  fields: z.string().optional().transform(parseFields),
})

const users = base
  .route({ method: 'GET', path: '/users/{id}' })
  .input(inputSchema)
  .handler(({ input: { id, fields }, context: { tenant, language } }) => ({ id, fields, tenant, language }))

const handler = new OpenAPIHandler({ users })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res, { context: { headers: req.headers } })
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
