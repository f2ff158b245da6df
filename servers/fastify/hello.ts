import Fastify from 'fastify'

const greetingSchema = {
  type: 'object',
  required: ['hello'],
  properties: { hello: { type: 'string' } },
}

const fastify = Fastify()

fastify.get('/hello', { schema: { response: { 200: greetingSchema } } }, async () => ({ hello: 'world' }))

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
