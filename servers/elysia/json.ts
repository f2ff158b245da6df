import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { profileOf } from '../../shared/models/profile.ts'

let count = 0

new Elysia({ adapter: node() })
  .get('/json', () => profileOf(++count))
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
