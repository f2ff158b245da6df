import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'

const t = initTRPC.create()

const router = t.router({
  hello: t.procedure.query(() => ({ hello: 'world' })),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
