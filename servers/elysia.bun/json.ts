import { Elysia } from 'elysia'
import { profileOf } from '../../shared/models/profile.ts'

let count = 0

new Elysia()
  .get('/json', () => profileOf(++count))
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
