import { Controller, Get, Module, Param, Query, Req, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NextFunction, Request, Response } from 'express'
import { z } from 'zod'
import { parseFields } from '#shared/parameters'

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

const idSchema = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
  .pipe(z.int())

const fieldsSchema = z.string().optional().transform(parseFields)

@Controller('users')
class UsersController {
  @Get(':id')
  getUser(
    @Req() request: Request & Context,
    @Param('id', { schema: idSchema }) id: number,
    @Query('fields', { schema: fieldsSchema }) fields: string[],
  ) {
    return { id, fields, tenant: request.tenant, language: request.language }
  }
}

@Module({ controllers: [UsersController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.use(tenant)
app.use(language)
app.useGlobalPipes(new StandardSchemaValidationPipe())
await app.listen(Number(process.env.PORT), process.env.HOST as string)
