import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common'
import type { Request } from 'express'
// biome-ignore lint/style/useImportType: a type alone would leave Nest without the class that it injects
import { RateCounter, readToken } from '#shared/chain'
import type { Context } from './log.middleware.js'

@Injectable()
export class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<Request & Context>()
    const token = readToken(request.headers.authorization)
    if (!token) throw new UnauthorizedException()
    request.token = token
    return true
  }
}

@Injectable()
export class RateGuard implements CanActivate {
  constructor(private readonly rates: RateCounter) {}

  canActivate(context: ExecutionContext) {
    const { token } = context.switchToHttp().getRequest<Request & Context>()
    if (!this.rates.allows(token)) throw new HttpException('Too Many Requests', HttpStatus.TOO_MANY_REQUESTS)
    return true
  }
}
