import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import { touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from './account-schema.ts'

const t = initTRPC.create()

const router = t.router({
  updateAccount: t.procedure.input(accountSchema).mutation(({ input }) => touchAccount(input)),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
