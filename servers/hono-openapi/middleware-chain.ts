import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { type RequestIdVariables, requestId } from 'hono/request-id'
import { describeRoute, resolver } from 'hono-openapi'
import * as z from 'zod'
import { RateCounter, RequestLog, readToken, type Token } from '../../shared/models/chain.ts'

const app = new Hono<{ Variables: RequestIdVariables & { entry: number; token: Token } }>()

const log = new RequestLog()
const rates = new RateCounter()

app.use(requestId())

app.use(async (c, next) => {
  c.set('entry', log.add(c.get('requestId'), c.req.method, c.req.path))
  await next()
})

app.use(async (c, next) => {
  const token = readToken(c.req.header('authorization'))
  if (!token) return c.json({ error: 'Unauthorized' }, 401)
  c.set('token', token)
  await next()
})

app.use(async (c, next) => {
  if (!rates.allows(c.get('token'))) return c.json({ error: 'Too Many Requests' }, 429)
  await next()
})

app.use(async (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff')
  await next()
})

const User = z.object({ user: z.string(), requestId: z.string(), entry: z.int() })

const me = describeRoute({
  responses: { 200: { description: 'The user', content: { 'application/json': { schema: resolver(User) } } } },
})

app.get('/me', me, (c) => c.json({ user: c.get('token').sub, requestId: c.get('requestId'), entry: c.get('entry') }))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
