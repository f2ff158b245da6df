import { NodeRuntime } from '@effect/platform-node'
import { Effect, Layer, Schema } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import {
  Authorized,
  CurrentToken,
  Entry,
  Hardened,
  Identified,
  Limited,
  Logged,
  MiddlewareLive,
  RequestId,
} from './middleware.ts'
import { ServerLive } from './server.ts'

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

const ApiLive = HttpApiBuilder.layer(Api).pipe(Layer.provide(UsersLive), Layer.provide(MiddlewareLive))

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
