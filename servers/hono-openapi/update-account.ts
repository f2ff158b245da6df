import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'

const updateAccount = createRoute({
  method: 'post',
  path: '/updateAccount',
  request: { body: { content: { 'application/json': { schema: Account } }, required: true } },
  responses: { 200: { description: 'The account, touched' } },
})

const app = new OpenAPIHono()

app.openapi(updateAccount, (c) => c.json(touchAccount(c.req.valid('json'))))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
