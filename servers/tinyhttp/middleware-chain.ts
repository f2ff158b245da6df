import { App } from '@tinyhttp/app'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'

const app = new App()
const log = new RequestLog()
const rates = new RateCounter()

app.use((req, res, next) => {
  res.locals.requestId = requestIdOf(req.get('x-request-id')?.toString())
  res.set('X-Request-Id', res.locals.requestId)
  next()
})

app.use((req, res, next) => {
  res.locals.entry = log.add(res.locals.requestId, req.method ?? '', req.originalUrl)
  next()
})

app.use((req, res, next) => {
  const token = readToken(req.get('authorization'))
  if (!token) return res.status(401).json({ error: 'Unauthorized' })
  res.locals.token = token
  next()
})

app.use((_req, res, next) => {
  if (!rates.allows(res.locals.token)) return res.status(429).json({ error: 'Too Many Requests' })
  next()
})

app.use((_req, res, next) => {
  res.set('X-Content-Type-Options', 'nosniff')
  next()
})

app.get('/me', (_req, res) => {
  const { token, requestId, entry } = res.locals
  res.json({ user: token.sub, requestId, entry })
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
