import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { IsDate, IsNumber, IsString, MaxDate } from 'class-validator'
import { IsoDate } from '#shared/class-validator/iso-date'
import { LATEST_DATE } from '#shared/latest-date'
import { BodyPipe } from './body-pipe.js'

function controllerOf(route: number) {
  class UserDto {
    @IsNumber()
    id: number

    @IsString()
    name: string

    @IsString()
    surname: string

    @IsoDate()
    @IsDate()
    @MaxDate(LATEST_DATE)
    lastUpdate: Date
  }

  @Controller(`updateUser${route}`)
  class UserController {
    @Post()
    @HttpCode(200)
    updateUser(@Body() user: UserDto) {
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      return user
    }
  }
  return UserController
}

const controllers = Array.from({ length: Number(process.env.ROUTES) }, (_, i) => controllerOf(i + 1))

@Module({ controllers })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new BodyPipe({ transform: true }))
await app.listen(Number(process.env.PORT), process.env.HOST as string)
