import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Type } from 'class-transformer'
import { IsArray, IsDate, IsNumber, IsObject, IsString, MaxDate, ValidateNested } from 'class-validator'
import { IsoDate } from '#shared/class-validator/iso-date'
import { LATEST_DATE } from '#shared/latest-date'
import { BodyPipe } from './body-pipe.js'

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

class UserListDto {
  @IsArray()
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => UserDto)
  users: UserDto[]
}

@Controller('updateUsers')
class UserListController {
  @Post()
  @HttpCode(200)
  updateUsers(@Body() list: UserListDto) {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  }
}

@Module({ controllers: [UserListController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new BodyPipe({ transform: true }))
await app.listen(Number(process.env.PORT), process.env.HOST as string)
