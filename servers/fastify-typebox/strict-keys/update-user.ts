import { type TObjectOptions, type TSchema, Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { deserializeUser } from '../../../shared/models/user.ts'
import { ajv, DateOut, DateTime, Finite } from '../fields.ts'

const userWith = <T extends TSchema>(date: T, options?: TObjectOptions) =>
  Type.Object({ id: Finite, name: Type.String(), surname: Type.String(), lastUpdate: date }, options)

const fastify = Fastify({
  ajv: { customOptions: { ...ajv.customOptions, removeAdditional: false } },
}).withTypeProvider<TypeBoxTypeProvider>()

fastify.post(
  '/updateUser',
  { schema: { body: userWith(DateTime, { additionalProperties: false }), response: { 200: userWith(DateOut) } } },
  async (request) => {
    const user = deserializeUser(request.body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  },
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
