import Router from '@koa/router'
import Koa from 'koa'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { parseBody } from './parse-body.ts'

const app = new Koa()
const router = new Router()

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  router.post(`/updateUser${route}`, (ctx) => {
    const { body } = ctx.request
    const user = parseUser(body)
    if (user instanceof Invalid) return ctx.throw(400, `Invalid user: ${user.fields.join(', ')}`)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    ctx.body = user
  })
}

app.use(parseBody)
app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
