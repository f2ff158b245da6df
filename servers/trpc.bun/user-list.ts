import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
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

Bun.serve({
  hostname: process.env.HOST,
  port: Number(process.env.PORT),
  fetch: (req) => fetchRequestHandler({ endpoint: '/', req, router }),
})
