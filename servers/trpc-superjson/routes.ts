import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'
import { z } from 'zod'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'

const t = initTRPC.create({ transformer: superjson })

const userSchema = () =>
  z.object({
    id: z.number(),
    name: z.string(),
    surname: z.string(),
    lastUpdate: z.date().max(LATEST_DATE),
  })

const updateUser = () =>
  t.procedure.input(userSchema()).mutation(({ input: user }) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  })

const procedures: Record<string, ReturnType<typeof updateUser>> = {}

for (let route = 1; route <= Number(process.env.ROUTES); route++) procedures[`updateUser${route}`] = updateUser()

createHTTPServer({ router: t.router(procedures) }).listen(Number(process.env.PORT), process.env.HOST)
