import Hapi from '@hapi/hapi'
import { orderSchema } from '../../shared/models/joi/order.ts'
import { type Order, receipt } from '../../shared/models/order.ts'
import { failAction } from './fail-action.ts'

const server = Hapi.server({ host: process.env.HOST, port: process.env.PORT })

server.route({
  method: 'POST',
  path: '/orders',
  handler: (request) => receipt(request.payload as Order),
  options: {
    validate: {
      payload: orderSchema,
      failAction,
    },
  },
})

await server.start()
