import Router from '@koa/router'
import Koa from 'koa'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'

interface State {
  requestId: string
  entry: number
  token: Token
}

const log = new RequestLog()
const rates = new RateCounter()

const app = new Koa<State>()
const router = new Router<State>()

app.use((ctx, next) => {
  ctx.state.requestId = requestIdOf(ctx.get('x-request-id'))
  ctx.set('x-request-id', ctx.state.requestId)
  return next()
})

app.use((ctx, next) => {
  ctx.state.entry = log.add(ctx.state.requestId, ctx.method, ctx.path)
  return next()
})

app.use((ctx, next) => {
  const token = readToken(ctx.get('authorization'))
  if (!token) return ctx.throw(401, 'Unauthorized')
  ctx.state.token = token
  return next()
})

app.use((ctx, next) => {
  if (!rates.allows(ctx.state.token)) return ctx.throw(429, 'Too Many Requests')
  return next()
})

app.use((ctx, next) => {
  ctx.set('x-content-type-options', 'nosniff')
  return next()
})

router.get('/me', (ctx) => {
  const { token, requestId, entry } = ctx.state
  ctx.body = { user: token.sub, requestId, entry }
})

app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
