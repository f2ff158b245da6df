import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'

const Greeting = Type.Object({ hello: Type.String() })

const fastify = Fastify().withTypeProvider<TypeBoxTypeProvider>()

fastify.get('/hello', { schema: { response: { 200: Greeting } } }, async () => ({ hello: 'world' }))

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
