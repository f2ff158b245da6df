import underPressure from '@fastify/under-pressure'
import Fastify from 'fastify'
import { deserializeUserList, type UserListJson } from '../../shared/models/user-list.ts'
import { ajv, dateTime, number } from './fields.ts'

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

const listSchema = {
  type: 'object',
  required: ['users'],
  properties: { users: { type: 'array', items: userSchema } },
}

const fastify = Fastify({ ajv })

await fastify.register(underPressure, { maxEventLoopDelay: 100 })

fastify.post<{ Body: UserListJson }>(
  '/updateUsers',
  { schema: { body: listSchema, response: { 200: listSchema } } },
  async (request) => {
    const list = deserializeUserList(request.body)
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  },
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
