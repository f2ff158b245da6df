import { NodeRuntime } from '@effect/platform-node'
import { Effect, Layer, Schema } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from 'effect/http-api'
import { receipt } from '../../shared/models/order.ts'
import { Order } from './order-schema.ts'
import { ServerLive } from './server.ts'

const Orders = HttpApiGroup.make('orders').add(
  HttpApiEndpoint.post('orders', '/orders', {
    payload: Order,
    success: Schema.Struct({ id: Schema.String, total: Schema.Finite }),
  }),
)

const Api = HttpApi.make('api').add(Orders).middleware(HttpApiMiddleware.ProblemDetails)

const OrdersLive = HttpApiBuilder.group(Api, 'orders', (handlers) =>
  handlers.handle('orders', ({ payload }) => Effect.succeed(receipt(payload))),
)

const ApiLive = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(OrdersLive),
  Layer.provide(HttpApiMiddleware.layerProblemDetails({ includeDetails: true })),
)

HttpRouter.serve(ApiLive, { disableLogger: true }).pipe(Layer.provide(ServerLive), Layer.launch, NodeRuntime.runMain)
