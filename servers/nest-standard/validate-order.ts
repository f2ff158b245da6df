import { Body, Controller, HttpCode, Module, Post, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { type Order, receipt } from '#shared/order'
import { Order as orderSchema } from '#shared/zod/order'

@Controller('orders')
class OrderController {
  @Post()
  @HttpCode(200)
  placeOrder(@Body({ schema: orderSchema }) order: Order) {
    return receipt(order)
  }
}

@Module({ controllers: [OrderController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new StandardSchemaValidationPipe())
await app.listen(Number(process.env.PORT), process.env.HOST as string)
