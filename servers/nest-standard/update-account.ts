import { Body, Controller, HttpCode, Module, Post, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { type Account, touchAccount } from '#shared/account'
import { Account as accountSchema } from '#shared/zod/account'

@Controller('updateAccount')
class AccountController {
  @Post()
  @HttpCode(200)
  updateAccount(@Body({ schema: accountSchema }) account: Account) {
    return touchAccount(account)
  }
}

@Module({ controllers: [AccountController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new StandardSchemaValidationPipe())
await app.listen(Number(process.env.PORT), process.env.HOST as string)
