import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'

new Elysia({ adapter: node() })
  .get('/hello', () => ({ hello: 'world' }))
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
