import { serve } from '@hono/node-server'
import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/valibot/order.ts'
import { refuse } from './refuse.ts'

const app = new Hono()

app.post('/orders', sValidator('json', Order, refuse), (c) => c.json(receipt(c.req.valid('json'))))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
