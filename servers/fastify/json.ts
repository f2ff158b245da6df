import Fastify from 'fastify'
import { profileOf } from '../../shared/models/profile.ts'

const profileSchema = {
  type: 'object',
  required: ['id', 'profile', 'roles', 'metadata', 'createdAt', 'updatedAt'],
  properties: {
    id: { type: 'integer' },
    profile: {
      type: 'object',
      required: ['name', 'email', 'age'],
      properties: { name: { type: 'string' }, email: { type: 'string' }, age: { type: 'integer' } },
    },
    roles: { type: 'array', items: { type: 'string' } },
    metadata: {
      type: 'object',
      required: ['version', 'active', 'tags', 'score'],
      properties: {
        version: { type: 'integer' },
        active: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string' } },
        score: { type: 'number' },
      },
    },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
  },
}

const fastify = Fastify()
let count = 0

fastify.get('/json', { schema: { response: { 200: profileSchema } } }, async () => profileOf(++count))

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
