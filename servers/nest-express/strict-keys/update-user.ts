import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { IsDate, IsNumber, IsString, MaxDate } from 'class-validator'
import { IsoDate } from '#shared/class-validator/iso-date'
import { LATEST_DATE } from '#shared/latest-date'
import { BodyPipe } from '../body-pipe.js'

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

@Controller('updateUser')
class UserController {
  @Post()
  @HttpCode(200)
  updateUser(@Body() user: UserDto) {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  }
}

@Module({ controllers: [UserController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new BodyPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }))
await app.listen(Number(process.env.PORT), process.env.HOST as string)
