// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBadRequestError, type HttpMiddlewareFn, HttpQuery, HttpRequest } from '@deepkit/http'
import { parseFields, parseId } from '#shared/parameters'
import { createApp, listen } from './http.js'

interface Answer {
  id: number
  fields: string[]
  tenant: string
  language: string
}

const readTenant: HttpMiddlewareFn = (request, _response, next) => {
  request.store.tenant = request.headers['x-tenant'] ?? 'public'
  next()
}

const readLanguage: HttpMiddlewareFn = (request, _response, next) => {
  request.store.language = request.headers['accept-language'] ?? 'en'
  next()
}

const { router, kernel } = createApp(readTenant, readLanguage)

router.get('/users/:id', (request: HttpRequest, id: string, fields?: HttpQuery<string>): Answer => {
  const { tenant, language } = request.store
  return { id: integerOf(id), fields: parseFields(fields), tenant, language }
})

function integerOf(parameter: string): number {
  const id = parseId(decode(parameter))
  if (id === undefined) throw new HttpBadRequestError('Invalid id')
  return id
}

function decode(parameter: string): string {
  try {
    return decodeURIComponent(parameter)
  } catch {
    throw new HttpBadRequestError('Malformed path')
  }
}

listen(kernel)
