import { Elysia } from 'elysia'

new Elysia()
  .get('/hello', () => ({ hello: 'world' }))
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
