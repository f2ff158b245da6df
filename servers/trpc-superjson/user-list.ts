import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'
import { z } from 'zod'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'

const t = initTRPC.create({ transformer: superjson })

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.date().max(LATEST_DATE),
})

const listSchema = z.object({ users: z.array(userSchema) })

const router = t.router({
  updateUsers: t.procedure.input(listSchema).mutation(({ input: list }) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  }),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
