import Router from '@koa/router'
import Koa from 'koa'
import { profileOf } from '../../shared/models/profile.ts'

const app = new Koa()
const router = new Router()
let count = 0

router.get('/json', (ctx) => {
  ctx.body = profileOf(++count)
})

app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
