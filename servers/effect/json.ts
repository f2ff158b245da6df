import { NodeRuntime } from '@effect/platform-node'
import { Effect, Layer, Schema } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { profileOf } from '../../shared/models/profile.ts'
import { ServerLive } from './server.ts'

const Profile = Schema.Struct({
  id: Schema.Int,
  profile: Schema.Struct({ name: Schema.String, email: Schema.String, age: Schema.Int }),
  roles: Schema.Array(Schema.String),
  metadata: Schema.Struct({
    version: Schema.Int,
    active: Schema.Boolean,
    tags: Schema.Array(Schema.String),
    score: Schema.Finite,
  }),
  createdAt: Schema.Date,
  updatedAt: Schema.Date,
})

const Profiles = HttpApiGroup.make('profiles').add(HttpApiEndpoint.get('json', '/json', { success: Profile }))

const Api = HttpApi.make('api').add(Profiles)

let count = 0

const ProfilesLive = HttpApiBuilder.group(Api, 'profiles', (handlers) =>
  handlers.handle('json', () => Effect.sync(() => profileOf(++count))),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(Layer.provide(ProfilesLive))

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
