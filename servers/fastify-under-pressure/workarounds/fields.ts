/** With the type `number`, the format `date-time` and ajv as Fastify sets it up. */
import underPressure from '@fastify/under-pressure'
import Fastify from 'fastify'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'

const userSchema = {
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: { type: 'number' },
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: { type: 'string', format: 'date-time' },
  },
}

const fastify = Fastify()

await fastify.register(underPressure, { maxEventLoopDelay: 100 })

fastify.post<{ Body: UserJson }>(
  '/updateUser',
  { schema: { body: userSchema, response: { 200: userSchema } } },
  async (request) => {
    const user = deserializeUser(request.body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  },
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
