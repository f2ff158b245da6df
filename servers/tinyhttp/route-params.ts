import { App } from '@tinyhttp/app'
import { parseFields, parseId } from '../../shared/models/parameters.ts'

const app = new App()

app.use((req, res, next) => {
  res.locals.tenant = req.get('x-tenant') ?? 'public'
  next()
})

app.use((req, res, next) => {
  res.locals.language = req.get('accept-language') ?? 'en'
  next()
})

app.get('/users/:id', (req, res) => {
  const id = parseId(req.params.id ?? '')
  if (id === undefined) return res.status(400).json({ error: 'Invalid id' })
  const { tenant, language } = res.locals
  res.json({ id, fields: parseFields(req.query.fields?.toString()), tenant, language })
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
