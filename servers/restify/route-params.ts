import restify from 'restify'
import errors from 'restify-errors'
import { parseFields, parseId } from '../../shared/models/parameters.ts'
import { createServer } from './create-server.ts'

const server = createServer()

server.pre(restify.plugins.pre.context())

server.use((req, _res, next) => {
  req.set('tenant', req.header('x-tenant', 'public'))
  return next()
})

server.use((req, _res, next) => {
  req.set('language', req.header('accept-language', 'en'))
  return next()
})

server.use(restify.plugins.queryParser())

server.get('/users/:id', (req, res, next) => {
  const id = parseId(req.params.id)
  if (id === undefined) return next(new errors.BadRequestError('Invalid id'))
  res.send({
    id,
    fields: parseFields(req.query.fields?.toString()),
    tenant: req.get('tenant'),
    language: req.get('language'),
  })
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
