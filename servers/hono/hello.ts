import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/hello', (c) => c.json({ hello: 'world' }))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
