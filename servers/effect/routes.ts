import { NodeRuntime } from '@effect/platform-node'
import { Effect, Layer, Schema } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from 'effect/http-api'
import type { User } from '../../shared/models/user.ts'
import { UpdatableDate } from './date.ts'
import { ServerLive } from './server.ts'

const userSchema = () =>
  Schema.Struct({
    id: Schema.Finite,
    name: Schema.String,
    surname: Schema.String,
    lastUpdate: UpdatableDate,
  })

type Name = `updateUser${number}`

const names = Array.from({ length: Number(process.env.ROUTES) }, (_, i): Name => `updateUser${i + 1}`)

const endpoints = names.map((name) => {
  const User = userSchema()
  const UserOut = Schema.Struct({ ...User.fields, lastUpdate: Schema.Date })
  return HttpApiEndpoint.post(name, `/${name}`, { payload: User, success: UserOut })
})

const Users = HttpApiGroup.make('users').add(...(endpoints as [(typeof endpoints)[number]]))

const Api = HttpApi.make('api').add(Users).middleware(HttpApiMiddleware.ProblemDetails)

const updateUser = ({ payload: user }: { payload: User }) => {
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return Effect.succeed(user)
}

const UsersLive = HttpApiBuilder.group(Api, 'users', (handlers) =>
  handlers.handleAll(Object.fromEntries(names.map((name) => [name, updateUser])) as Record<Name, typeof updateUser>),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(UsersLive),
  Layer.provide(HttpApiMiddleware.layerProblemDetails({ includeDetails: true })),
)

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
