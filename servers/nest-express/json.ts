import { Controller, Get, Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { profileOf } from '#shared/profile'

@Injectable()
class ProfileService {
  #count = 0

  next() {
    return profileOf(++this.#count)
  }
}

@Controller('json')
class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  getProfile() {
    return this.profiles.next()
  }
}

@Module({ controllers: [ProfileController], providers: [ProfileService] })
class AppModule {}

const app = await NestFactory.create(AppModule)
await app.listen(Number(process.env.PORT), process.env.HOST as string)
