import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'

const t = initTRPC.create()

const router = t.router({
  hello: t.procedure.query(() => ({ hello: 'world' })),
})

Bun.serve({
  hostname: process.env.HOST,
  port: Number(process.env.PORT),
  fetch: (req) => fetchRequestHandler({ endpoint: '/', req, router }),
})
