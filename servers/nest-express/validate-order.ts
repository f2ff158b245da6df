import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
// biome-ignore lint/style/useImportType: the ValidationPipe needs the class at run time
import { OrderDto } from '#shared/class-validator/order'
import { receipt } from '#shared/order'
import { BodyPipe } from './body-pipe.js'

@Controller('orders')
class OrderController {
  @Post()
  @HttpCode(200)
  placeOrder(@Body() order: OrderDto) {
    return receipt(order)
  }
}

@Module({ controllers: [OrderController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new BodyPipe({ transform: true }))
await app.listen(Number(process.env.PORT), process.env.HOST as string)
