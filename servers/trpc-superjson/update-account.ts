import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'
import { touchAccount } from '../../shared/models/account.ts'
import { DatedAccount } from '../../shared/models/zod/dated-account.ts'

const t = initTRPC.create({ transformer: superjson })

const router = t.router({
  updateAccount: t.procedure.input(DatedAccount).mutation(({ input }) => touchAccount(input)),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
