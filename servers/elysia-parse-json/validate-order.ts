import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { Order } from '../../shared/models/elysia/order.ts'
import { receipt } from '../../shared/models/order.ts'
import { errors } from './errors.ts'
import { refuseLookalikes } from './lookalikes.ts'

new Elysia({ adapter: node() })
  .use(errors)
  .post('/orders', ({ body }) => receipt(body), {
    body: Order,
    parse: 'json',
    transform: refuseLookalikes('items'),
  })
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
