import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import * as z from 'zod'

const Greeting = z.object({ hello: z.string() })

const hello = describeRoute({
  responses: { 200: { description: 'A greeting', content: { 'application/json': { schema: resolver(Greeting) } } } },
})

const app = new Hono()

app.get('/hello', hello, (c) => c.json({ hello: 'world' }))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
