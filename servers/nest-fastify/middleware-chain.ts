import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  type MiddlewareConsumer,
  Module,
  type NestInterceptor,
  type NestModule,
  Req,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply } from 'fastify'
import { RateCounter, RequestLog } from '#shared/chain'
import { RateGuard, TokenGuard } from './guards.js'
import { LogMiddleware, type Request, requestId } from './log.middleware.js'

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
