import { getQuery, getValidatedRouterParams, H3, serve } from 'h3'
import { parseFields, parseId } from '../../shared/models/parameters.ts'

declare module 'h3' {
  interface H3EventContext {
    tenant?: string
    language?: string
  }
}

const app = new H3()

app.use((event) => {
  event.context.tenant = event.req.headers.get('x-tenant') ?? 'public'
})

app.use((event) => {
  event.context.language = event.req.headers.get('accept-language') ?? 'en'
})

function validateParams(params: Record<string, string>) {
  const id = parseId(params.id ?? '')
  return id !== undefined && { id }
}

app.get('/users/:id', async (event) => {
  const { id } = await getValidatedRouterParams(event, validateParams, { decode: true })
  const { fields } = getQuery<{ fields?: string | string[] }>(event)
  const { tenant, language } = event.context
  return { id, fields: parseFields(fields?.toString()), tenant, language }
})

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
