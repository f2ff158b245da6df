import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
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

const app = new Hono<{ Variables: { tenant: string; language: string } }>()

app.use(async (c, next) => {
  c.set('tenant', c.req.header('x-tenant') ?? 'public')
  await next()
})

app.use(async (c, next) => {
  c.set('language', c.req.header('accept-language') ?? 'en')
  await next()
})

app.get('/users/:id', zValidator('param', Params), zValidator('query', Query), (c) => {
  const { id } = c.req.valid('param')
  const { fields } = c.req.valid('query')
  return c.json({ id, fields, tenant: c.get('tenant'), language: c.get('language') })
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
