import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

@Controller('hello')
class HelloController {
  @Get()
  hello() {
    return { hello: 'world' }
  }
}

@Module({ controllers: [HelloController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
await app.listen(Number(process.env.PORT), process.env.HOST as string)
