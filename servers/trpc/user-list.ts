import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import { z } from 'zod'

const t = initTRPC.create()

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const listSchema = z.object({ users: z.array(userSchema) })

const router = t.router({
  updateUsers: t.procedure.input(listSchema).mutation(({ input: list }) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  }),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
