import { initTRPC, TRPCError } from '@trpc/server'
import { type CreateHTTPContextOptions, createHTTPServer } from '@trpc/server/adapters/standalone'
import superjson from 'superjson'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'

const createContext = ({ req, res }: CreateHTTPContextOptions) => ({ req, res })

const t = initTRPC.context<typeof createContext>().create({ transformer: superjson })

const log = new RequestLog()
const rates = new RateCounter()

const procedure = t.procedure
  .use(({ ctx, next }) => {
    const requestId = requestIdOf(ctx.req.headers['x-request-id']?.toString())
    ctx.res.setHeader('x-request-id', requestId)
    return next({ ctx: { requestId } })
  })
  .use(({ ctx, path, next }) => {
    const entry = log.add(ctx.requestId, ctx.req.method ?? '', path)
    return next({ ctx: { entry } })
  })
  .use(({ ctx, next }) => {
    const token = readToken(ctx.req.headers.authorization)
    if (!token) throw new TRPCError({ code: 'UNAUTHORIZED' })
    return next({ ctx: { token } })
  })
  .use(({ ctx, next }) => {
    if (!rates.allows(ctx.token)) throw new TRPCError({ code: 'TOO_MANY_REQUESTS' })
    return next()
  })
  .use(({ ctx, next }) => {
    ctx.res.setHeader('x-content-type-options', 'nosniff')
    return next()
  })

const router = t.router({
  me: procedure.query(({ ctx: { token, requestId, entry } }) => ({ user: token.sub, requestId, entry })),
})

createHTTPServer({ router, createContext }).listen(Number(process.env.PORT), process.env.HOST)
