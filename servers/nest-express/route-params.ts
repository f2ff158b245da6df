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
import type { NextFunction, Request, Response } from 'express'

interface Context {
  tenant: string
  language: string
}

function tenant(req: Request & Context, _res: Response, next: NextFunction) {
  req.tenant = req.get('x-tenant') ?? 'public'
  next()
}

function language(req: Request & Context, _res: Response, next: NextFunction) {
  req.language = req.get('accept-language') ?? 'en'
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
    @Req() request: Request & Context,
    @Param('id', ParseIntPipe, SafeIntegerPipe) id: number,
    @Query('fields', EmptyListPipe, ParseArrayPipe) fields: string[],
  ) {
    return { id, fields, tenant: request.tenant, language: request.language }
  }
}

@Module({ controllers: [UsersController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.use(tenant)
app.use(language)
await app.listen(Number(process.env.PORT), process.env.HOST as string)
