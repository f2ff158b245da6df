import { initTRPC, TRPCError } from '@trpc/server'
import { type FetchCreateContextFnOptions, fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'

const createContext = ({ req, resHeaders }: FetchCreateContextFnOptions) => ({ req, resHeaders })

const t = initTRPC.context<typeof createContext>().create()

const log = new RequestLog()
const rates = new RateCounter()

const procedure = t.procedure
  .use(({ ctx, next }) => {
    const requestId = requestIdOf(ctx.req.headers.get('x-request-id'))
    ctx.resHeaders.set('x-request-id', requestId)
    return next({ ctx: { requestId } })
  })
  .use(({ ctx, path, next }) => {
    const entry = log.add(ctx.requestId, ctx.req.method, path)
    return next({ ctx: { entry } })
  })
  .use(({ ctx, next }) => {
    const token = readToken(ctx.req.headers.get('authorization'))
    if (!token) throw new TRPCError({ code: 'UNAUTHORIZED' })
    return next({ ctx: { token } })
  })
  .use(({ ctx, next }) => {
    if (!rates.allows(ctx.token)) throw new TRPCError({ code: 'TOO_MANY_REQUESTS' })
    return next()
  })
  .use(({ ctx, next }) => {
    ctx.resHeaders.set('x-content-type-options', 'nosniff')
    return next()
  })

const router = t.router({
  me: procedure.query(({ ctx: { token, requestId, entry } }) => ({ user: token.sub, requestId, entry })),
})

Bun.serve({
  hostname: process.env.HOST,
  port: Number(process.env.PORT),
  fetch: (req) => fetchRequestHandler({ endpoint: '/', req, router, createContext }),
})
