import { Injectable, type NestMiddleware } from '@nestjs/common'
import type { NextFunction, Request, Response } from 'express'
// biome-ignore lint/style/useImportType: a type alone would leave Nest without the class that it injects
import { RequestLog, requestIdOf, type Token } from '#shared/chain'

export interface Context {
  requestId: string
  entry: number
  token: Token
}

export function requestId(req: Request & Context, res: Response, next: NextFunction) {
  req.requestId = requestIdOf(req.get('x-request-id'))
  res.set('x-request-id', req.requestId)
  next()
}

@Injectable()
export class LogMiddleware implements NestMiddleware {
  constructor(private readonly log: RequestLog) {}

  use(req: Request & Context, _res: Response, next: NextFunction) {
    req.entry = this.log.add(req.requestId, req.method, req.originalUrl)
    next()
  }
}
