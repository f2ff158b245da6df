import { createServer } from 'node:http'
import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { BenchmarkService } from '../../shared/models/benchmark_pb.ts'

const routes = (router: ConnectRouter) => {
  router.service(BenchmarkService, {
    hello: () => ({ hello: 'world' }),
  })
}

createServer(connectNodeAdapter({ routes })).listen(Number(process.env.PORT), process.env.HOST)
