import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'

const app = new Hono()

app.post('/orders', zValidator('json', Order), (c) => c.json(receipt(c.req.valid('json'))))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
