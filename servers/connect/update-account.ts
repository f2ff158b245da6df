import { createServer } from 'node:http'
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { createValidateInterceptor } from '@connectrpc/validate'
import { BenchmarkService } from '../../shared/models/benchmark_pb.ts'

const routes = (router: ConnectRouter) => {
  router.service(BenchmarkService, {
    updateAccount(account) {
      const updatedAt = timestampDate(account.updatedAt as Timestamp)
      const lastLogin = timestampDate(account.lastLogin as Timestamp)
      updatedAt.setMonth(updatedAt.getMonth() + 1)
      lastLogin.setDate(lastLogin.getDate() + 1)
      return {
        ...account,
        email: account.email?.toLowerCase(),
        updatedAt: timestampFromDate(updatedAt),
        lastLogin: timestampFromDate(lastLogin),
      }
    },
  })
}

const handler = connectNodeAdapter({ routes, interceptors: [createValidateInterceptor()] })

createServer(handler).listen(Number(process.env.PORT), process.env.HOST)
