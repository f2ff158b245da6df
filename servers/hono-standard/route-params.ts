import { serve } from '@hono/node-server'
import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import * as v from 'valibot'
import { parseFields } from '../../shared/models/parameters.ts'

const Params = v.object({ id: v.pipe(v.string(), v.regex(/^-?\d+$/), v.toNumber(), v.safeInteger()) })
const Query = v.object({
  fields: v.pipe(
    v.optional(v.string(), ''),
    v.transform((fields) => parseFields(fields)),
  ),
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

app.get('/users/:id', sValidator('param', Params), sValidator('query', Query), (c) => {
  const { id } = c.req.valid('param')
  const { fields } = c.req.valid('query')
  return c.json({ id, fields, tenant: c.get('tenant'), language: c.get('language') })
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
