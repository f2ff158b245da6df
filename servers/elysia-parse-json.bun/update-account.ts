import { Elysia } from 'elysia'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/elysia/account.ts'
import { errors } from './errors.ts'
import { refuseLookalikes } from './lookalikes.ts'

new Elysia()
  .use(errors)
  .post('/updateAccount', ({ body }) => touchAccount(body), {
    body: Account,
    parse: 'json',
    transform: refuseLookalikes('orders'),
  })
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
