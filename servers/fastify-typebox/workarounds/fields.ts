/** With the type `number`, the format `date-time` and ajv as Fastify sets it up. */
import { type TSchema, Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { deserializeUser } from '../../../shared/models/user.ts'
import { DateOut } from '../fields.ts'

const userWith = <T extends TSchema>(date: T) =>
  Type.Object({
    id: Type.Number(),
    name: Type.String(),
    surname: Type.String(),
    lastUpdate: date,
  })

const fastify = Fastify().withTypeProvider<TypeBoxTypeProvider>()

fastify.post(
  '/updateUser',
  { schema: { body: userWith(Type.String({ format: 'date-time' })), response: { 200: userWith(DateOut) } } },
  async (request) => {
    const user = deserializeUser(request.body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  },
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
