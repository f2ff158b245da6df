import { NodeRuntime } from '@effect/platform-node'
import { Context, Effect, Layer, Schema } from 'effect'
import { HttpRouter, HttpServerRequest, HttpServerResponse } from 'effect/http'
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiError,
  HttpApiGroup,
  HttpApiMiddleware,
} from 'effect/http-api'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { ServerLive } from './server.ts'

class TooManyRequests extends Schema.TaggedError<TooManyRequests>()('TooManyRequests', {}, { httpApiStatus: 429 }) {}

class RequestId extends Context.Service<RequestId, string>()('RequestId') {}
class Entry extends Context.Service<Entry, number>()('Entry') {}
class CurrentToken extends Context.Service<CurrentToken, Token>()('CurrentToken') {}

class Identified extends HttpApiMiddleware.Service<Identified, { provides: RequestId }>()('Identified') {}
class Logged extends HttpApiMiddleware.Service<Logged, { provides: Entry; requires: RequestId }>()('Logged') {}
class Authorized extends HttpApiMiddleware.Service<Authorized, { provides: CurrentToken }>()('Authorized', {
  error: HttpApiError.Unauthorized,
}) {}
class Limited extends HttpApiMiddleware.Service<Limited, { requires: CurrentToken }>()('Limited', {
  error: TooManyRequests,
}) {}
class Hardened extends HttpApiMiddleware.Service<Hardened>()('Hardened') {}

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

const Me = HttpApiEndpoint.get('me', '/me', {
  success: Schema.Struct({ user: Schema.String, requestId: Schema.String, entry: Schema.Int }),
})

// The middleware that is added last runs first.
const Users = HttpApiGroup.make('users')
  .add(Me)
  .middleware(Hardened)
  .middleware(Limited)
  .middleware(Authorized)
  .middleware(Logged)
  .middleware(Identified)

const Api = HttpApi.make('api').add(Users)

const UsersLive = HttpApiBuilder.group(Api, 'users', (handlers) =>
  handlers.handle('me', () =>
    Effect.gen(function* () {
      return { user: (yield* CurrentToken).sub, requestId: yield* RequestId, entry: yield* Entry }
    }),
  ),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(UsersLive),
  Layer.provide([identified, logged, authorized, limited, hardened]),
)

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
