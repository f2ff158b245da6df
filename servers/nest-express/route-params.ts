import { Controller, Get, Module, Param, ParseArrayPipe, ParseIntPipe, Query, Req } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NextFunction, Request, Response } from 'express'
import { EmptyListPipe, SafeIntegerPipe } from './pipes.js'

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
