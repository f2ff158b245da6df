import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/elysia/account.ts'

new Elysia({ adapter: node() })
  .post('/updateAccount', ({ body }) => touchAccount(body), { body: Account })
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
