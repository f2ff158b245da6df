import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'

const log = new RequestLog()
const rates = new RateCounter()

new Elysia({ adapter: node() })
  .derive(({ headers, set }) => {
    const requestId = requestIdOf(headers['x-request-id'])
    set.headers['x-request-id'] = requestId
    return { requestId }
  })
  .derive(({ request, path, requestId }) => ({ entry: log.add(requestId, request.method, path) }))
  .resolve(({ headers, status }) => {
    const token = readToken(headers.authorization)
    return token ? { token } : status(401, { error: 'Unauthorized' })
  })
  .onBeforeHandle(({ token, status }) => {
    if (!rates.allows(token)) return status(429, { error: 'Too Many Requests' })
  })
  .onBeforeHandle(({ set }) => {
    set.headers['x-content-type-options'] = 'nosniff'
  })
  .get('/me', ({ token, requestId, entry }) => ({ user: token.sub, requestId, entry }))
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
