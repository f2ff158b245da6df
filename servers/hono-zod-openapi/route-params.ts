import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { parseFields } from '../../shared/models/parameters.ts'

const Params = z.object({
  id: z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.int()),
})
const Query = z.object({ fields: z.string().optional().transform(parseFields) })

const User = z.object({ id: z.int(), fields: z.array(z.string()), tenant: z.string(), language: z.string() })

const getUser = createRoute({
  method: 'get',
  path: '/users/{id}',
  request: { params: Params, query: Query },
  responses: { 200: { content: { 'application/json': { schema: User } }, description: 'The user' } },
})

const app = new OpenAPIHono<{ Variables: { tenant: string; language: string } }>()

app.use(async (c, next) => {
  c.set('tenant', c.req.header('x-tenant') ?? 'public')
  await next()
})

app.use(async (c, next) => {
  c.set('language', c.req.header('accept-language') ?? 'en')
  await next()
})

app.openapi(getUser, (c) => {
  const { id } = c.req.valid('param')
  const { fields } = c.req.valid('query')
  return c.json({ id, fields, tenant: c.get('tenant'), language: c.get('language') }, 200)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
