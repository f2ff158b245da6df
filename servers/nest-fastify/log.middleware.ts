import { Injectable, type NestMiddleware } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
// biome-ignore lint/style/useImportType: a type alone would leave Nest without the class that it injects
import { RequestLog, requestIdOf, type Token } from '#shared/chain'

interface Context {
  requestId: string
  entry: number
}

type RawRequest = FastifyRequest['raw'] & Context
type RawResponse = FastifyReply['raw']
export type Request = FastifyRequest & { raw: RawRequest; token: Token }

export function requestId(req: RawRequest, res: RawResponse, next: () => void) {
  req.requestId = requestIdOf(req.headers['x-request-id']?.toString())
  res.setHeader('x-request-id', req.requestId)
  next()
}

@Injectable()
export class LogMiddleware implements NestMiddleware {
  constructor(private readonly log: RequestLog) {}

  use(req: RawRequest & { originalUrl: string }, _res: RawResponse, next: () => void) {
    req.entry = this.log.add(req.requestId, req.method ?? '', req.originalUrl)
    next()
  }
}
