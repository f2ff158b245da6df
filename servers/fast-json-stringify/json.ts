import { createServer } from 'node:http'
import fastJson from 'fast-json-stringify'
import { profileOf } from '../../shared/models/profile.ts'
import { sendError, sendJson } from './http.ts'

const stringify = fastJson({
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
})

let count = 0

const server = createServer((request, response) => {
  const path = request.url?.split('?')[0]
  if (request.method === 'GET' && path === '/json') sendJson(response, 200, stringify(profileOf(++count)))
  else sendError(response, 404, { error: 'Not Found' })
})

server.listen(Number(process.env.PORT), process.env.HOST)
