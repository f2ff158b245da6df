import { createServer } from 'node:http'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { BenchmarkService } from '../../shared/models/benchmark_pb.ts'
import { profileOf } from '../../shared/models/profile.ts'

let count = 0

const routes = (router: ConnectRouter) => {
  router.service(BenchmarkService, {
    json() {
      const { createdAt, updatedAt, ...rest } = profileOf(++count)
      return { ...rest, createdAt: timestampFromDate(createdAt), updatedAt: timestampFromDate(updatedAt) }
    },
  })
}

createServer(connectNodeAdapter({ routes })).listen(Number(process.env.PORT), process.env.HOST)
