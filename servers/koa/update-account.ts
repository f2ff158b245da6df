import Router from '@koa/router'
import Koa from 'koa'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseBody } from './parse-body.ts'

const app = new Koa()
const router = new Router()

router.post('/updateAccount', (ctx) => {
  const { body } = ctx.request
  const account = parseAccount(body)
  if (account instanceof Invalid) return ctx.throw(400, `Invalid account: ${account.fields.join(', ')}`)
  ctx.body = touchAccount(account)
})

app.use(parseBody)
app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
