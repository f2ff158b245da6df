import { type TSchema, Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { deserializeUserList } from '../../shared/models/user-list.ts'
import { ajv, DateOut, DateTime, Finite } from './fields.ts'

const listWith = <T extends TSchema>(date: T) =>
  Type.Object({
    users: Type.Array(
      Type.Object({
        id: Finite,
        name: Type.String(),
        surname: Type.String(),
        lastUpdate: date,
      }),
    ),
  })

const fastify = Fastify({ ajv }).withTypeProvider<TypeBoxTypeProvider>()

fastify.post(
  '/updateUsers',
  { schema: { body: listWith(DateTime), response: { 200: listWith(DateOut) } } },
  async (request) => {
    const list = deserializeUserList(request.body)
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  },
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
