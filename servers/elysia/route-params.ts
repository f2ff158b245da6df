import { node } from '@elysiajs/node'
import { Elysia, status, t } from 'elysia'
import { parseFields, parseId } from '../../shared/models/parameters.ts'

const Id = t
  .Transform(t.String())
  .Decode((text) => {
    const id = parseId(text)
    if (id === undefined) throw status(422, { error: 'Invalid id' })
    return id
  })
  .Encode(String)

new Elysia({ adapter: node() })
  .derive(({ headers }) => ({ tenant: headers['x-tenant'] ?? 'public' }))
  .derive(({ headers }) => ({ language: headers['accept-language'] ?? 'en' }))
  .get(
    '/users/:id',
    ({ params, query, tenant, language }) => ({ id: params.id, fields: parseFields(query.fields), tenant, language }),
    {
      params: t.Object({ id: Id }),
      query: t.Object({ fields: t.Optional(t.String()) }),
    },
  )
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
