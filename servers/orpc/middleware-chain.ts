import { createServer, type IncomingMessage } from 'node:http'
import { ORPCError, os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import { ResponseHeadersPlugin, type ResponseHeadersPluginContext } from '@orpc/server/plugins'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'

interface Context extends ResponseHeadersPluginContext {
  req: IncomingMessage
}

const log = new RequestLog()
const rates = new RateCounter()

const base = os
  .$context<Context>()
  .use(({ context, next }) => {
    const requestId = requestIdOf(context.req.headers['x-request-id']?.toString())
    context.resHeaders?.set('x-request-id', requestId)
    return next({ context: { requestId } })
  })
  .use(({ context, next }) => {
    const entry = log.add(context.requestId, context.req.method ?? '', context.req.url ?? '')
    return next({ context: { entry } })
  })
  .use(({ context, next }) => {
    const token = readToken(context.req.headers.authorization)
    if (!token) throw new ORPCError('UNAUTHORIZED')
    return next({ context: { token } })
  })
  .use(({ context, next }) => {
    if (!rates.allows(context.token)) throw new ORPCError('TOO_MANY_REQUESTS')
    return next()
  })
  .use(({ context, next }) => {
    context.resHeaders?.set('x-content-type-options', 'nosniff')
    return next()
  })

const me = base.handler(({ context: { token, requestId, entry } }) => ({ user: token.sub, requestId, entry }))

const handler = new RPCHandler({ me }, { plugins: [new ResponseHeadersPlugin()] })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res, { context: { req } })
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
