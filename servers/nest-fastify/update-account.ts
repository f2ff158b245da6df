import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { touchAccount } from '#shared/account'
// biome-ignore lint/style/useImportType: the ValidationPipe needs the class at run time
import { AccountDto } from '#shared/class-validator/account'
import { BodyPipe } from './body-pipe.js'

@Controller('updateAccount')
class AccountController {
  @Post()
  @HttpCode(200)
  updateAccount(@Body() account: AccountDto) {
    return touchAccount(account)
  }
}

@Module({ controllers: [AccountController] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter())
app.useGlobalPipes(new BodyPipe({ transform: true }))
await app.listen(Number(process.env.PORT), process.env.HOST as string)
