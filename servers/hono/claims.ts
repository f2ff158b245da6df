import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/', (c) => c.text('Hello World'))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
