/** Without `ValidationPipe`: the handler makes the `Date`. */
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

interface UserJson {
  id: number
  name: string
  surname: string
  lastUpdate: string
}

@Controller('updateUser')
class UserController {
  @Post()
  @HttpCode(200)
  updateUser(@Body() { id, name, surname, lastUpdate }: UserJson) {
    const user = { id, name, surname, lastUpdate: new Date(lastUpdate) }
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  }
}

@Module({ controllers: [UserController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
await app.listen(Number(process.env.PORT), process.env.HOST as string)
