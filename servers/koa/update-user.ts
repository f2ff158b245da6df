import { bodyParser } from '@koa/bodyparser'
import Router from '@koa/router'
import Koa from 'koa'
import { deserializeUser, isUser } from '../../shared/models/user.ts'

const app = new Koa()
const router = new Router()

router.post('/updateUser', (ctx) => {
  const { body } = ctx.request
  if (!isUser(body)) return ctx.throw(400, 'Invalid user')
  const user = deserializeUser(body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  ctx.body = user
})

app.use(bodyParser())
app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
