import underPressure from '@fastify/under-pressure'
import Fastify from 'fastify'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'
import { ajv, dateTime, number } from '../fields.ts'

const userSchema = {
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: number,
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: dateTime,
  },
}

const fastify = Fastify({ ajv: { customOptions: { ...ajv.customOptions, removeAdditional: false } } })

await fastify.register(underPressure, { maxEventLoopDelay: 100 })

fastify.post<{ Body: UserJson }>(
  '/updateUser',
  { schema: { body: { ...userSchema, additionalProperties: false }, response: { 200: userSchema } } },
  async (request) => {
    const user = deserializeUser(request.body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  },
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
