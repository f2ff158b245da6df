import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'
import { profileOf } from '../../shared/models/profile.ts'

const t = initTRPC.create({ transformer: superjson })

let count = 0

const router = t.router({
  json: t.procedure.query(() => profileOf(++count)),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
