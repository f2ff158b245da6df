import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { Order } from '../../shared/models/elysia/order.ts'
import { receipt } from '../../shared/models/order.ts'

new Elysia({ adapter: node() })
  .onError(({ code, error, status }) => {
    if (code === 'VALIDATION') return status(422, { error: 'Invalid order', issues: error.all })
  })
  .post('/orders', ({ body }) => receipt(body), { body: Order })
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
