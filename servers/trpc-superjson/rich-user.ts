import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'
import { updateRichUser } from '../../shared/models/rich-user.ts'
import { richUserSchema } from '../../shared/models/zod/rich-user.ts'

const t = initTRPC.create({ transformer: superjson })

const router = t.router({
  richUser: t.procedure.input(richUserSchema).mutation(({ input: user }) => updateRichUser(user)),
})

createHTTPServer({ router }).listen(Number(process.env.PORT), process.env.HOST)
