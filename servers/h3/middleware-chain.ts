import { H3, HTTPError, serve } from 'h3'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'

declare module 'h3' {
  interface H3EventContext {
    requestId: string
    entry: number
    token: Token
  }
}

const app = new H3()
const log = new RequestLog()
const rates = new RateCounter()

app.use((event) => {
  event.context.requestId = requestIdOf(event.req.headers.get('x-request-id'))
  event.res.headers.set('x-request-id', event.context.requestId)
})

app.use((event) => {
  event.context.entry = log.add(event.context.requestId, event.req.method, event.url.pathname)
})

app.use((event) => {
  const token = readToken(event.req.headers.get('authorization'))
  if (!token) throw HTTPError.status(401)
  event.context.token = token
})

app.use((event) => {
  if (!rates.allows(event.context.token)) throw HTTPError.status(429)
})

app.use((event) => {
  event.res.headers.set('x-content-type-options', 'nosniff')
})

app.get('/me', ({ context }) => ({ user: context.token.sub, requestId: context.requestId, entry: context.entry }))

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
