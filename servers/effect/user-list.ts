import { NodeRuntime } from '@effect/platform-node'
import { Effect, Layer, Schema } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from 'effect/http-api'
import { UpdatableDate } from './date.ts'
import { ServerLive } from './server.ts'

const User = Schema.Struct({
  id: Schema.Finite,
  name: Schema.String,
  surname: Schema.String,
  lastUpdate: UpdatableDate,
})

const UserOut = Schema.Struct({ ...User.fields, lastUpdate: Schema.Date })

const UserList = Schema.Struct({ users: Schema.Array(User) })
const UserListOut = Schema.Struct({ users: Schema.Array(UserOut) })

const Users = HttpApiGroup.make('users').add(
  HttpApiEndpoint.post('updateUsers', '/updateUsers', { payload: UserList, success: UserListOut }),
)

const Api = HttpApi.make('api').add(Users).middleware(HttpApiMiddleware.ProblemDetails)

const UsersLive = HttpApiBuilder.group(Api, 'users', (handlers) =>
  handlers.handle('updateUsers', ({ payload: list }) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return Effect.succeed(list)
  }),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(UsersLive),
  Layer.provide(HttpApiMiddleware.layerProblemDetails({ includeDetails: true })),
)

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
