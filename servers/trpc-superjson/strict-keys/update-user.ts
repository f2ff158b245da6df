import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'
import { z } from 'zod'
import { LATEST_DATE } from '../../../shared/models/latest-date.ts'

const t = initTRPC.create({ transformer: superjson })

const userSchema = z.strictObject({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.date().max(LATEST_DATE),
})

const router = t.router({
  updateUser: t.procedure.input(userSchema).mutation(({ input: user }) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  }),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
