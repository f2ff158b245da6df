import { createServer } from 'node:http'
import { Code, ConnectError, type ConnectRouter, createContextKey, type Interceptor } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { BenchmarkService } from '../../shared/models/benchmark_pb.ts'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'

const kRequestId = createContextKey('')
const kEntry = createContextKey(0)
const kToken = createContextKey<Token>({ sub: '', tier: 'free' })

const log = new RequestLog()
const rates = new RateCounter()

const requestId: Interceptor = (next) => async (req) => {
  const id = requestIdOf(req.header.get('x-request-id'))
  req.contextValues.set(kRequestId, id)
  const res = await next(req)
  res.header.set('x-request-id', id)
  return res
}

const logger: Interceptor = (next) => (req) => {
  req.contextValues.set(kEntry, log.add(req.contextValues.get(kRequestId), req.requestMethod, req.method.name))
  return next(req)
}

const authentication: Interceptor = (next) => (req) => {
  const token = readToken(req.header.get('authorization'))
  if (!token) throw new ConnectError('Unauthorized', Code.Unauthenticated)
  req.contextValues.set(kToken, token)
  return next(req)
}

const rateLimit: Interceptor = (next) => (req) => {
  if (!rates.allows(req.contextValues.get(kToken))) throw new ConnectError('Too Many Requests', Code.ResourceExhausted)
  return next(req)
}

const noSniff: Interceptor = (next) => async (req) => {
  const res = await next(req)
  res.header.set('x-content-type-options', 'nosniff')
  return res
}

const routes = (router: ConnectRouter) => {
  router.service(BenchmarkService, {
    me: (_, { values }) => ({
      user: values.get(kToken).sub,
      requestId: values.get(kRequestId),
      entry: values.get(kEntry),
    }),
  })
}

const interceptors = [requestId, logger, authentication, rateLimit, noSniff]

createServer(connectNodeAdapter({ routes, interceptors })).listen(Number(process.env.PORT), process.env.HOST)
