import { Hono } from 'hono'
import { profileOf } from '../../shared/models/profile.ts'

const app = new Hono()

let count = 0

app.get('/json', (c) => c.json(profileOf(++count)))

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, app.fetch)
