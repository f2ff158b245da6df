import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'

const t = initTRPC.create(process.env.BARE ? {} : { transformer: superjson })

/** Accepts anything, so that no validator is measured. */
const anything = {
  '~standard': { vendor: 'none', version: 1, validate: (value: unknown) => ({ value }) },
} as const

const now = t.procedure.input(anything).query(({ input }) => ({ name: 'now', date: new Date(), input }))

createHTTPServer({ router: t.router({ nested: t.router({ now }) }) }).listen(Number(process.env.PORT), process.env.HOST)
