import { NodeRuntime } from '@effect/platform-node'
import { Effect, Layer } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from 'effect/http-api'
import { touchAccount } from '../../shared/models/account.ts'
import { Account, AccountOut } from './account-schema.ts'
import { ServerLive } from './server.ts'

const Accounts = HttpApiGroup.make('accounts').add(
  HttpApiEndpoint.post('updateAccount', '/updateAccount', { payload: Account, success: AccountOut }),
)

const Api = HttpApi.make('api').add(Accounts).middleware(HttpApiMiddleware.ProblemDetails)

const AccountsLive = HttpApiBuilder.group(Api, 'accounts', (handlers) =>
  handlers.handle('updateAccount', ({ payload }) => Effect.succeed(touchAccount(payload))),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(AccountsLive),
  Layer.provide(HttpApiMiddleware.layerProblemDetails({ includeDetails: true })),
)

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
