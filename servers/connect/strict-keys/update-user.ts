import { createServer } from 'node:http'
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { createValidateInterceptor } from '@connectrpc/validate'
import { BenchmarkService } from '../../../shared/models/benchmark_pb.ts'

const routes = (router: ConnectRouter) => {
  router.service(BenchmarkService, {
    updateUser(user) {
      const lastUpdate = timestampDate(user.lastUpdate as Timestamp)
      lastUpdate.setMonth(lastUpdate.getMonth() + 1)
      return { ...user, lastUpdate: timestampFromDate(lastUpdate) }
    },
  })
}

const handler = connectNodeAdapter({
  routes,
  interceptors: [createValidateInterceptor()],
  jsonOptions: { ignoreUnknownFields: false },
})

createServer(handler).listen(Number(process.env.PORT), process.env.HOST)
