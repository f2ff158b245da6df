import { createServer } from 'node:http'
import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { createValidateInterceptor } from '@connectrpc/validate'
import { BenchmarkService } from '../../shared/models/benchmark_pb.ts'
import { type Order, receipt } from '../../shared/models/order.ts'

const routes = (router: ConnectRouter) => {
  router.service(BenchmarkService, {
    orders: (order) => receipt(order as unknown as Order),
  })
}

const handler = connectNodeAdapter({ routes, interceptors: [createValidateInterceptor()] })

createServer(handler).listen(Number(process.env.PORT), process.env.HOST)
