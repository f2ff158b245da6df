import { NodeRuntime } from '@effect/platform-node'
import { Effect, Layer, Schema } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from 'effect/http-api'
import { UpdatableDate } from '../date.ts'
import { ServerLive } from '../server.ts'

const User = Schema.Struct({
  id: Schema.Finite,
  name: Schema.String,
  surname: Schema.String,
  lastUpdate: UpdatableDate,
})

const UserOut = Schema.Struct({ ...User.fields, lastUpdate: Schema.Date })

const Users = HttpApiGroup.make('users').add(
  HttpApiEndpoint.post('updateUser', '/updateUser', { payload: User, success: UserOut }),
)

const Api = HttpApi.make('api')
  .add(Users)
  .middleware(HttpApiMiddleware.ProblemDetails)
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: 'error' })

const UsersLive = HttpApiBuilder.group(Api, 'users', (handlers) =>
  handlers.handle('updateUser', ({ payload: user }) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return Effect.succeed(user)
  }),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(UsersLive),
  Layer.provide(HttpApiMiddleware.layerProblemDetails({ includeDetails: true })),
)

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
