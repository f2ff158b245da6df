import { Effect, Layer, Schema } from 'effect'
import { HttpRouter, HttpServer } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from 'effect/http-api'
import { UpdatableDate } from './date.ts'

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

const Api = HttpApi.make('api').add(Users).middleware(HttpApiMiddleware.ProblemDetails)

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

const { handler } = HttpRouter.toWebHandler(ApiLive.pipe(Layer.provide(HttpServer.layerServices)), {
  disableLogger: true,
})

export default { fetch: (request: Request) => handler(request) }
