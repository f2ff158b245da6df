import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'

const app = new Hono()

app.post(
  '/updateAccount',
  validator('json', (value: unknown, c) => {
    if (!isAccount(value)) return c.json({ error: 'Invalid account' }, 400)
    return deserializeAccount(value)
  }),
  (c) => c.json(touchAccount(c.req.valid('json'))),
)

export default { fetch: app.fetch, hostname: process.env.HOST, port: process.env.PORT }
