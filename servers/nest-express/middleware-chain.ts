import {
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  HttpException,
  HttpStatus,
  Injectable,
  type MiddlewareConsumer,
  Module,
  type NestInterceptor,
  type NestMiddleware,
  type NestModule,
  Req,
  UnauthorizedException,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NextFunction, Request, Response } from 'express'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '#shared/chain'

interface Context {
  requestId: string
  entry: number
  token: Token
}

function requestId(req: Request & Context, res: Response, next: NextFunction) {
  req.requestId = requestIdOf(req.get('x-request-id'))
  res.set('x-request-id', req.requestId)
  next()
}

@Injectable()
class LogMiddleware implements NestMiddleware {
  constructor(private readonly log: RequestLog) {}

  use(req: Request & Context, _res: Response, next: NextFunction) {
    req.entry = this.log.add(req.requestId, req.method, req.originalUrl)
    next()
  }
}

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<Request & Context>()
    const token = readToken(request.headers.authorization)
    if (!token) throw new UnauthorizedException()
    request.token = token
    return true
  }
}

@Injectable()
class RateGuard implements CanActivate {
  constructor(private readonly rates: RateCounter) {}

  canActivate(context: ExecutionContext) {
    const { token } = context.switchToHttp().getRequest<Request & Context>()
    if (!this.rates.allows(token)) throw new HttpException('Too Many Requests', HttpStatus.TOO_MANY_REQUESTS)
    return true
  }
}

@Injectable()
class NosniffInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    context.switchToHttp().getResponse<Response>().set('x-content-type-options', 'nosniff')
    return next.handle()
  }
}

@Controller('me')
@UseGuards(TokenGuard, RateGuard)
@UseInterceptors(NosniffInterceptor)
class MeController {
  @Get()
  getMe(@Req() { token, requestId, entry }: Request & Context) {
    return { user: token.sub, requestId, entry }
  }
}

@Module({ controllers: [MeController], providers: [RequestLog, RateCounter] })
class AppModule implements NestModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(requestId, LogMiddleware).forRoutes('{*splat}')
  }
}

const app = await NestFactory.create(AppModule)
await app.listen(Number(process.env.PORT), process.env.HOST as string)
