import { NodeRuntime } from '@effect/platform-node'
import { Context, Effect, Layer, Schema } from 'effect'
import { HttpRouter, HttpServerRequest } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { parseFields } from '../../shared/models/parameters.ts'
import { ServerLive } from './server.ts'

class Tenant extends Context.Service<Tenant, string>()('Tenant') {}
class Language extends Context.Service<Language, string>()('Language') {}

const tenant = HttpRouter.middleware<{ provides: Tenant }>()((next) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    return yield* Effect.provideService(next, Tenant, headers['x-tenant'] ?? 'public')
  }),
)

const language = HttpRouter.middleware<{ provides: Language }>()((next) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    return yield* Effect.provideService(next, Language, headers['accept-language'] ?? 'en')
  }),
)

const Users = HttpApiGroup.make('users').add(
  HttpApiEndpoint.get('getUser', '/users/:id', {
    params: { id: Schema.Int },
    query: { fields: Schema.optionalKey(Schema.String) },
    success: Schema.Struct({
      id: Schema.Int,
      fields: Schema.Array(Schema.String),
      tenant: Schema.String,
      language: Schema.String,
    }),
  }),
)

const Api = HttpApi.make('api').add(Users)

const UsersLive = HttpApiBuilder.group(Api, 'users', (handlers) =>
  handlers.handle('getUser', ({ params, query }) =>
    Effect.gen(function* () {
      return { id: params.id, fields: parseFields(query.fields), tenant: yield* Tenant, language: yield* Language }
    }),
  ),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(Layer.provide(UsersLive), Layer.provide([tenant.layer, language.layer]))

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
