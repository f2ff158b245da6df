import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { profileOf } from '../../shared/models/profile.ts'

const t = initTRPC.create()

let count = 0

const router = t.router({
  json: t.procedure.query(() => profileOf(++count)),
})

Bun.serve({
  hostname: process.env.HOST,
  port: Number(process.env.PORT),
  fetch: (req) => fetchRequestHandler({ endpoint: '/', req, router }),
})
