import Fastify from 'fastify'
import { deserializeUser, type UserJson } from '../../shared/models/user.ts'
import { ajv, dateTime, number } from './fields.ts'

/** Of each route its own, as if each had another model: ajv keeps what it made of a schema that it has seen. */
const userSchema = () => ({
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: number,
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: dateTime,
  },
})

const fastify = Fastify({ ajv })

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  fastify.post<{ Body: UserJson }>(
    `/updateUser${route}`,
    { schema: { body: userSchema(), response: { 200: userSchema() } } },
    async (request) => {
      const user = deserializeUser(request.body)
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      return user
    },
  )
}

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
