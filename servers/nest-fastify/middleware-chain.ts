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
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '#shared/chain'

interface Context {
  requestId: string
  entry: number
}

type RawRequest = FastifyRequest['raw'] & Context
type RawResponse = FastifyReply['raw']
type Request = FastifyRequest & { raw: RawRequest; token: Token }

function requestId(req: RawRequest, res: RawResponse, next: () => void) {
  req.requestId = requestIdOf(req.headers['x-request-id']?.toString())
  res.setHeader('x-request-id', req.requestId)
  next()
}

@Injectable()
class LogMiddleware implements NestMiddleware {
  constructor(private readonly log: RequestLog) {}

  use(req: RawRequest & { originalUrl: string }, _res: RawResponse, next: () => void) {
    req.entry = this.log.add(req.requestId, req.method ?? '', req.originalUrl)
    next()
  }
}

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<Request>()
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
    const { token } = context.switchToHttp().getRequest<Request>()
    if (!this.rates.allows(token)) throw new HttpException('Too Many Requests', HttpStatus.TOO_MANY_REQUESTS)
    return true
  }
}

@Injectable()
class NosniffInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    context.switchToHttp().getResponse<FastifyReply>().header('x-content-type-options', 'nosniff')
    return next.handle()
  }
}

@Controller('me')
@UseGuards(TokenGuard, RateGuard)
@UseInterceptors(NosniffInterceptor)
class MeController {
  @Get()
  getMe(@Req() { token, raw }: Request) {
    return { user: token.sub, requestId: raw.requestId, entry: raw.entry }
  }
}

@Module({ controllers: [MeController], providers: [RequestLog, RateCounter] })
class AppModule implements NestModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(requestId, LogMiddleware).forRoutes('{*splat}')
  }
}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter())
await app.listen(Number(process.env.PORT), process.env.HOST as string)
