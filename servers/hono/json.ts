import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { profileOf } from '../../shared/models/profile.ts'

const app = new Hono()

let count = 0

app.get('/json', (c) => c.json(profileOf(++count)))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
