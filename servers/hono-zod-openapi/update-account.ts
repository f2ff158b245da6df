import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'

const dateTime = z.iso.datetime()

const AccountJson = Account.extend({
  ...{ createdAt: dateTime, updatedAt: dateTime, lastLogin: dateTime },
  profile: Account.shape.profile.extend({ birthDate: dateTime }),
})

const updateAccount = createRoute({
  method: 'post',
  path: '/updateAccount',
  request: { body: { content: { 'application/json': { schema: Account } }, required: true } },
  responses: { 200: { content: { 'application/json': { schema: AccountJson } }, description: 'The account, touched' } },
})

const app = new OpenAPIHono()

app.openapi(updateAccount, (c) => c.json(touchAccount(c.req.valid('json')), 200))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
