import polka, { type Middleware } from 'polka'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { sendJson } from './send-json.ts'

type ContextRequest = Parameters<Middleware>[0] & { requestId?: string; entry?: number; token?: Token }

const log = new RequestLog()
const rates = new RateCounter()

polka()
  .use((req: ContextRequest, res, next) => {
    req.requestId = requestIdOf(req.headers['x-request-id']?.toString())
    res.setHeader('X-Request-Id', req.requestId)
    next()
  })
  .use((req: ContextRequest, _res, next) => {
    req.entry = log.add(req.requestId as string, req.method, req.originalUrl)
    next()
  })
  .use((req: ContextRequest, res, next) => {
    req.token = readToken(req.headers.authorization)
    if (!req.token) return sendJson(res, 401, { error: 'Unauthorized' })
    next()
  })
  .use((req: ContextRequest, res, next) => {
    if (!rates.allows(req.token as Token)) return sendJson(res, 429, { error: 'Too Many Requests' })
    next()
  })
  .use((_req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff')
    next()
  })
  .get('/me', ({ token, requestId, entry }: ContextRequest, res) => {
    sendJson(res, 200, { user: token?.sub, requestId, entry })
  })
  .listen(Number(process.env.PORT), process.env.HOST)
