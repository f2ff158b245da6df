import {
  BadRequestException,
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  ParseArrayPipe,
  ParseIntPipe,
  type PipeTransform,
  Query,
  Req,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'

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

@Injectable()
class SafeIntegerPipe implements PipeTransform<number, number> {
  transform(value: number) {
    if (!Number.isSafeInteger(value)) throw new BadRequestException('Validation failed (safe integer is expected)')
    return value
  }
}

/** `DefaultValuePipe` would leave an empty text, of which `ParseArrayPipe` makes a list of one. */
@Injectable()
class EmptyListPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown) {
    return value || []
  }
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
