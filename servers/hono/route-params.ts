import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { parseFields, parseId } from '../../shared/models/parameters.ts'

const app = new Hono<{ Variables: { tenant: string; language: string } }>()

app.use(async (c, next) => {
  c.set('tenant', c.req.header('x-tenant') ?? 'public')
  await next()
})

app.use(async (c, next) => {
  c.set('language', c.req.header('accept-language') ?? 'en')
  await next()
})

app.get('/users/:id', (c) => {
  const id = parseId(c.req.param('id'))
  if (id === undefined) return c.json({ error: 'Invalid id' }, 400)
  const fields = parseFields(c.req.query('fields'))
  return c.json({ id, fields, tenant: c.get('tenant'), language: c.get('language') })
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
