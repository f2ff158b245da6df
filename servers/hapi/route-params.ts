import Hapi from '@hapi/hapi'
import Joi from 'joi'
import { idSchema } from '../../shared/models/joi/id.ts'
import { parseFields } from '../../shared/models/parameters.ts'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    tenant: string
    language: string
  }
}

const server = Hapi.server({ host: process.env.HOST, port: process.env.PORT })

server.ext('onRequest', (request, h) => {
  request.app.tenant = (request.headers['x-tenant'] as string | undefined) ?? 'public'
  return h.continue
})

server.ext('onRequest', (request, h) => {
  request.app.language = (request.headers['accept-language'] as string | undefined) ?? 'en'
  return h.continue
})

server.route<{ Params: { id: number }; Query: { fields?: string } }>({
  method: 'GET',
  path: '/users/{id}',
  handler: ({ params, query, app }) => ({
    id: params.id,
    fields: parseFields(query.fields),
    tenant: app.tenant,
    language: app.language,
  }),
  options: {
    validate: {
      params: Joi.object({ id: idSchema.required() }),
      query: Joi.object({ fields: Joi.string().allow('') }).unknown(),
    },
  },
})

await server.start()
