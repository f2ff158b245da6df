import { Context, Effect, Layer, Schema } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { HttpApiError, HttpApiMiddleware } from 'effect/http-api'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'

class TooManyRequests extends Schema.TaggedError<TooManyRequests>()('TooManyRequests', {}, { httpApiStatus: 429 }) {}

export class RequestId extends Context.Service<RequestId, string>()('RequestId') {}
export class Entry extends Context.Service<Entry, number>()('Entry') {}
export class CurrentToken extends Context.Service<CurrentToken, Token>()('CurrentToken') {}

export class Identified extends HttpApiMiddleware.Service<Identified, { provides: RequestId }>()('Identified') {}
export class Logged extends HttpApiMiddleware.Service<Logged, { provides: Entry; requires: RequestId }>()('Logged') {}
export class Authorized extends HttpApiMiddleware.Service<Authorized, { provides: CurrentToken }>()('Authorized', {
  error: HttpApiError.Unauthorized,
}) {}
export class Limited extends HttpApiMiddleware.Service<Limited, { requires: CurrentToken }>()('Limited', {
  error: TooManyRequests,
}) {}
export class Hardened extends HttpApiMiddleware.Service<Hardened>()('Hardened') {}

const log = new RequestLog()
const rates = new RateCounter()

const identified = Layer.succeed(Identified, (next) =>
  Effect.gen(function* () {
    const requestId = requestIdOf((yield* HttpServerRequest.HttpServerRequest).headers['x-request-id'])
    const response = yield* Effect.provideService(next, RequestId, requestId)
    return HttpServerResponse.setHeader(response, 'x-request-id', requestId)
  }),
)

const logged = Layer.succeed(Logged, (next) =>
  Effect.gen(function* () {
    const { method, url } = yield* HttpServerRequest.HttpServerRequest
    return yield* Effect.provideService(next, Entry, log.add(yield* RequestId, method, url))
  }),
)

const authorized = Layer.succeed(Authorized, (next) =>
  Effect.gen(function* () {
    const token = readToken((yield* HttpServerRequest.HttpServerRequest).headers.authorization)
    if (!token) return yield* new HttpApiError.Unauthorized()
    return yield* Effect.provideService(next, CurrentToken, token)
  }),
)

const limited = Layer.succeed(Limited, (next) =>
  Effect.gen(function* () {
    if (!rates.allows(yield* CurrentToken)) return yield* new TooManyRequests()
    return yield* next
  }),
)

const hardened = Layer.succeed(Hardened, (next) =>
  Effect.map(next, HttpServerResponse.setHeader('x-content-type-options', 'nosniff')),
)

export const MiddlewareLive = Layer.mergeAll(identified, logged, authorized, limited, hardened)
