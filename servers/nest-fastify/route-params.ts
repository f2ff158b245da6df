import { Controller, Get, Module, Param, ParseArrayPipe, ParseIntPipe, Query, Req } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EmptyListPipe, SafeIntegerPipe } from './pipes.js'

interface Context {
  tenant: string
  language: string
}

type RawRequest = FastifyRequest['raw'] & Context
type RawResponse = FastifyReply['raw']

function tenant(req: RawRequest, _res: RawResponse, next: () => void) {
  req.tenant = req.headers['x-tenant']?.toString() ?? 'public'
  next()
}

function language(req: RawRequest, _res: RawResponse, next: () => void) {
  req.language = req.headers['accept-language'] ?? 'en'
  next()
}

@Controller('users')
class UsersController {
  @Get(':id')
  getUser(
    @Req() request: { raw: RawRequest },
    @Param('id', ParseIntPipe, SafeIntegerPipe) id: number,
    @Query('fields', EmptyListPipe, ParseArrayPipe) fields: string[],
  ) {
    return { id, fields, tenant: request.raw.tenant, language: request.raw.language }
  }
}

@Module({ controllers: [UsersController] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter())
app.use(tenant)
app.use(language)
await app.listen(Number(process.env.PORT), process.env.HOST as string)
