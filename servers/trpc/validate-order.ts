import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'

const t = initTRPC.create()

const router = t.router({
  orders: t.procedure.input(Order).mutation(({ input }) => receipt(input)),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
