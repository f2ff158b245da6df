import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer, type TsRestRequestHandler } from '@ts-rest/express'
import express from 'express'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'

declare module 'express-serve-static-core' {
  interface Request {
    requestId: string
    entry: number
    token: Token
  }
}

const c = initContract()

const contract = c.router({
  me: { method: 'GET', path: '/me', responses: { 200: c.type<{ user: string; requestId: string; entry: number }>() } },
})

const router = initServer().router(contract, {
  me: async ({ req: { token, requestId, entry } }) => ({ status: 200, body: { user: token.sub, requestId, entry } }),
})

const log = new RequestLog()
const rates = new RateCounter()

const globalMiddleware: TsRestRequestHandler<typeof contract>[] = [
  (req, res, next) => {
    req.requestId = requestIdOf(req.get('x-request-id'))
    res.set('x-request-id', req.requestId)
    next()
  },
  (req, _res, next) => {
    req.entry = log.add(req.requestId, req.method, req.path)
    next()
  },
  (req, res, next) => {
    const token = readToken(req.get('authorization'))
    if (!token) return void res.status(401).json({ error: 'Unauthorized' })
    req.token = token
    next()
  },
  (req, res, next) => {
    if (!rates.allows(req.token)) return void res.status(429).json({ error: 'Too Many Requests' })
    next()
  },
  (_req, res, next) => {
    res.set('x-content-type-options', 'nosniff')
    next()
  },
]

const app = express()

createExpressEndpoints(contract, router, app, { globalMiddleware })

app.listen(Number(process.env.PORT), process.env.HOST as string)
