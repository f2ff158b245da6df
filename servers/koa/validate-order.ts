import { bodyParser } from '@koa/bodyparser'
import Router from '@koa/router'
import Koa from 'koa'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'

const app = new Koa()
const router = new Router()

router.post('/orders', (ctx) => {
  const { body } = ctx.request
  const fields = orderErrors(body)
  if (fields.length > 0) {
    ctx.status = 400
    ctx.body = { error: 'Invalid order', fields }
    return
  }
  ctx.body = receipt(body as Order)
})

app.use(bodyParser())
app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
