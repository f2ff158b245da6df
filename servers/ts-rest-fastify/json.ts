import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'
import { type Profile, profileOf } from '../../shared/models/profile.ts'

const c = initContract()

let count = 0

const contract = c.router({
  json: { method: 'GET', path: '/json', responses: { 200: c.type<Profile>() } },
})

const s = initServer()

const router = s.router(contract, {
  json: async () => ({ status: 200, body: profileOf(++count) }),
})

const app = Fastify()

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
