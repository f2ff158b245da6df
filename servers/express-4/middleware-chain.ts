import express from 'express'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'

const app = express()
const log = new RequestLog()
const rates = new RateCounter()

app.use((req, res, next) => {
  res.locals.requestId = requestIdOf(req.get('x-request-id'))
  res.set('X-Request-Id', res.locals.requestId)
  next()
})

app.use((req, res, next) => {
  res.locals.entry = log.add(res.locals.requestId, req.method, req.originalUrl)
  next()
})

app.use((req, res, next) => {
  const token = readToken(req.get('authorization'))
  if (!token) {
    res.status(401).json({ error: 'Unauthorized' })
    return
  }
  res.locals.token = token
  next()
})

app.use((_req, res, next) => {
  if (!rates.allows(res.locals.token)) {
    res.status(429).json({ error: 'Too Many Requests' })
    return
  }
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

app.listen(Number(process.env.PORT), process.env.HOST as string)
