import Router from '@koa/router'
import Koa from 'koa'

const app = new Koa()
const router = new Router()

router.get('/hello', (ctx) => {
  ctx.body = { hello: 'world' }
})

app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
