import { createServer } from 'node:http'
import { NodeHttpServer } from '@effect/platform-node'

export const ServerLive = NodeHttpServer.layer(createServer, {
  host: process.env.HOST as string,
  port: Number(process.env.PORT),
})
