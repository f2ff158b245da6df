import polka, { type Middleware } from 'polka'
import { parseFields, parseId } from '../../shared/models/parameters.ts'
import { sendJson } from './send-json.ts'

type ContextRequest = Parameters<Middleware>[0] & { tenant?: string; language?: string }

/** Polka hands parameters on as they stand in the URL. */
function decoded(parameter: string): string {
  try {
    return decodeURIComponent(parameter)
  } catch {
    return ''
  }
}

polka()
  .use((req: ContextRequest, _res, next) => {
    req.tenant = req.headers['x-tenant']?.toString() ?? 'public'
    next()
  })
  .use((req: ContextRequest, _res, next) => {
    req.language = req.headers['accept-language'] ?? 'en'
    next()
  })
  .get('/users/:id', (req: ContextRequest, res) => {
    const id = parseId(decoded(String(req.params.id)))
    if (id === undefined) return sendJson(res, 400, { error: 'Invalid id' })
    const { tenant, language } = req
    sendJson(res, 200, { id, fields: parseFields(req.query.fields?.toString()), tenant, language })
  })
  .listen(Number(process.env.PORT), process.env.HOST)
