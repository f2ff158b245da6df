import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { profileOf } from '../../shared/models/profile.ts'
import { DateOut } from './fields.ts'

const Profile = Type.Object({
  id: Type.Integer(),
  profile: Type.Object({ name: Type.String(), email: Type.String(), age: Type.Integer() }),
  roles: Type.Array(Type.String()),
  metadata: Type.Object({
    version: Type.Integer(),
    active: Type.Boolean(),
    tags: Type.Array(Type.String()),
    score: Type.Number(),
  }),
  createdAt: DateOut,
  updatedAt: DateOut,
})

const fastify = Fastify().withTypeProvider<TypeBoxTypeProvider>()
let count = 0

fastify.get('/json', { schema: { response: { 200: Profile } } }, async () => profileOf(++count))

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
