import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'

@Controller('hello')
class HelloController {
  @Get()
  hello() {
    return { hello: 'world' }
  }
}

@Module({ controllers: [HelloController] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter())
await app.listen(Number(process.env.PORT), process.env.HOST as string)
