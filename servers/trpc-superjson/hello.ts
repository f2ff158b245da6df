import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'

const t = initTRPC.create({ transformer: superjson })

const router = t.router({
  hello: t.procedure.query(() => ({ hello: 'world' })),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
