import Router from '@koa/router'
import Koa from 'koa'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { parseBody } from './parse-body.ts'

const app = new Koa()
const router = new Router()

router.post('/orders', (ctx) => {
  const { body } = ctx.request
  const order = parseOrder(body)
  if (order instanceof Invalid) return ctx.throw(400, `Invalid order: ${order.fields.join(', ')}`)
  ctx.body = receipt(order)
})

app.use(parseBody)
app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
