import { Body, Controller, HttpCode, Module, Post, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { z } from 'zod'

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const listSchema = z.object({ users: z.array(userSchema) })

@Controller('updateUsers')
class UserListController {
  @Post()
  @HttpCode(200)
  updateUsers(@Body({ schema: listSchema }) list: z.infer<typeof listSchema>) {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  }
}

@Module({ controllers: [UserListController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new StandardSchemaValidationPipe())
await app.listen(Number(process.env.PORT), process.env.HOST as string)
