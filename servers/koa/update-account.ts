import { bodyParser } from '@koa/bodyparser'
import Router from '@koa/router'
import Koa from 'koa'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'

const app = new Koa()
const router = new Router()

router.post('/updateAccount', (ctx) => {
  const { body } = ctx.request
  if (!isAccount(body)) return ctx.throw(400, 'Invalid account')
  ctx.body = touchAccount(deserializeAccount(body))
})

app.use(bodyParser())
app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
