import { Elysia } from 'elysia'

new Elysia()
  .onAfterHandle(({ set }) => {
    set.headers.server = 'Elysia'
  })
  .get('/', () => 'Hello, World!')
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
