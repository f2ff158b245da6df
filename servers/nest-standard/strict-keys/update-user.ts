import { Body, Controller, HttpCode, Module, Post, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { z } from 'zod'

const userSchema = z.strictObject({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

@Controller('updateUser')
class UserController {
  @Post()
  @HttpCode(200)
  updateUser(@Body({ schema: userSchema }) user: z.infer<typeof userSchema>) {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  }
}

@Module({ controllers: [UserController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new StandardSchemaValidationPipe())
await app.listen(Number(process.env.PORT), process.env.HOST as string)
