import HyperExpress from 'hyper-express'
import { parseFields, parseId } from '../../shared/models/parameters.ts'
import { sendJson } from './send-json.ts'

const server = new HyperExpress.Server()

server.use((request, _response, next) => {
  request.locals.tenant = request.header('x-tenant') ?? 'public'
  next()
})

server.use((request, _response, next) => {
  request.locals.language = request.header('accept-language') ?? 'en'
  next()
})

server.get('/users/:id', (request, response) => {
  const id = parseId(decode(request.path_parameters.id))
  if (id === undefined) return response.status(400).json({ error: 'Invalid id' })
  const { tenant, language } = request.locals
  const fields = parseFields(request.query_parameters.fields?.toString())
  sendJson(response, { id, fields, tenant, language })
})

/** Path parameters come as they stand in the URL. */
function decode(parameter = ''): string {
  try {
    return decodeURIComponent(parameter)
  } catch {
    return ''
  }
}

await server.listen(Number(process.env.PORT), process.env.HOST)
