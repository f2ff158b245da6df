import Router from '@koa/router'
import Koa from 'koa'
import { parseFields, parseId } from '../../shared/models/parameters.ts'

interface State {
  tenant: string
  language: string
}

const app = new Koa<State>()
const router = new Router<State>()

app.use((ctx, next) => {
  ctx.state.tenant = ctx.get('x-tenant') || 'public'
  return next()
})

app.use((ctx, next) => {
  ctx.state.language = ctx.get('accept-language') || 'en'
  return next()
})

router.get('/users/:id', (ctx) => {
  const id = parseId(ctx.params.id ?? '')
  if (id === undefined) return ctx.throw(400, 'Invalid id')
  const { tenant, language } = ctx.state
  ctx.body = { id, fields: parseFields(ctx.query.fields?.toString()), tenant, language }
})

app.use(router.routes()).use(router.allowedMethods())
app.listen(Number(process.env.PORT), process.env.HOST)
