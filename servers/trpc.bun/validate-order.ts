import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'

const t = initTRPC.create()

const router = t.router({
  orders: t.procedure.input(Order).mutation(({ input }) => receipt(input)),
})

Bun.serve({
  hostname: process.env.HOST,
  port: Number(process.env.PORT),
  fetch: (req) => fetchRequestHandler({ endpoint: '/', req, router }),
})
