import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'

const app = new Hono()

app.post(
  '/updateAccount',
  validator('json', (value: unknown, c) => {
    const account = parseAccount(value)
    if (account instanceof Invalid) return c.json({ error: 'Invalid account', fields: account.fields }, 400)
    return account
  }),
  (c) => c.json(touchAccount(c.req.valid('json'))),
)

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
