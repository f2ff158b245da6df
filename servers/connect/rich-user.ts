import { createServer } from 'node:http'
import { type Timestamp, timestampDate, timestampFromDate, timestampFromMs, timestampMs } from '@bufbuild/protobuf/wkt'
import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { createValidateInterceptor } from '@connectrpc/validate'
import { BenchmarkService } from '../../shared/models/benchmark_pb.ts'

const HOUR = 3_600_000

const routes = (router: ConnectRouter) => {
  router.service(BenchmarkService, {
    richUser(user) {
      const lastUpdate = timestampDate(user.lastUpdate as Timestamp)
      lastUpdate.setUTCMonth(lastUpdate.getUTCMonth() + 1)
      return {
        ...user,
        lastUpdate: timestampFromDate(lastUpdate),
        roles: [...new Set(user.roles).add('updated')],
        balances: { ...user.balances, EUR: (user.balances.EUR ?? 0n) + 1n },
        avatar: user.avatar?.reverse(),
        sessions: user.sessions.map((session) => ({
          ...session,
          endedAt: session.endedAt ?? timestampFromMs(timestampMs(session.startedAt as Timestamp) + HOUR),
        })),
      }
    },
  })
}

const handler = connectNodeAdapter({ routes, interceptors: [createValidateInterceptor()] })

createServer(handler).listen(Number(process.env.PORT), process.env.HOST)
