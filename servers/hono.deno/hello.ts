import { Hono } from 'hono'

const app = new Hono()

app.get('/hello', (c) => c.json({ hello: 'world' }))

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, app.fetch)
