import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute, resolver, validator } from 'hono-openapi'
import * as z from 'zod'
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

const getUser = describeRoute({
  responses: { 200: { description: 'The user', content: { 'application/json': { schema: resolver(User) } } } },
})

const app = new Hono<{ Variables: { tenant: string; language: string } }>()

app.use(async (c, next) => {
  c.set('tenant', c.req.header('x-tenant') ?? 'public')
  await next()
})

app.use(async (c, next) => {
  c.set('language', c.req.header('accept-language') ?? 'en')
  await next()
})

app.get('/users/:id', getUser, validator('param', Params), validator('query', Query), (c) => {
  const { id } = c.req.valid('param')
  const { fields } = c.req.valid('query')
  return c.json({ id, fields, tenant: c.get('tenant'), language: c.get('language') })
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
