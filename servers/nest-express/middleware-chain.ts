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
import type { Request, Response } from 'express'
import { RateCounter, RequestLog } from '#shared/chain'
import { RateGuard, TokenGuard } from './guards.js'
import { type Context, LogMiddleware, requestId } from './log.middleware.js'

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
