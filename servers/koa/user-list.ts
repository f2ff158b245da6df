import Router from '@koa/router'
import Koa from 'koa'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { parseBody } from './parse-body.ts'

const app = new Koa()
const router = new Router()

router.post('/updateUsers', (ctx) => {
  const { body } = ctx.request
  const list = parseUserList(body)
  if (list instanceof Invalid) return ctx.throw(400, `Invalid list: ${list.fields.join(', ')}`)
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  ctx.body = list
})

app.use(parseBody)
app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
