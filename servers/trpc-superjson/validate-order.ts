import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'

const t = initTRPC.create({ transformer: superjson })

const router = t.router({
  orders: t.procedure.input(Order).mutation(({ input }) => receipt(input)),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
