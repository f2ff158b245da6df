import { NodeRuntime } from '@effect/platform-node'
import { Effect, Layer, Schema } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { ServerLive } from './server.ts'

const Greetings = HttpApiGroup.make('greetings').add(
  HttpApiEndpoint.get('hello', '/hello', { success: Schema.Struct({ hello: Schema.String }) }),
)

const Api = HttpApi.make('api').add(Greetings)

const GreetingsLive = HttpApiBuilder.group(Api, 'greetings', (handlers) =>
  handlers.handle('hello', () => Effect.succeed({ hello: 'world' })),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(Layer.provide(GreetingsLive))

HttpRouter.serve(ApiLive).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
