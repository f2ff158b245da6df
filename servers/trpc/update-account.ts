import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'

const t = initTRPC.create()

const router = t.router({
  updateAccount: t.procedure.input(Account).mutation(({ input }) => touchAccount(input)),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
