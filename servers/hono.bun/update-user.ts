import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { deserializeUser, isUser } from '../../shared/models/user.ts'

const app = new Hono()

app.post(
  '/updateUser',
  validator('json', (value: unknown, c) => {
    if (!isUser(value)) return c.json({ error: 'Invalid user' }, 400)
    return deserializeUser(value)
  }),
  (c) => {
    const user = c.req.valid('json')
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return c.json(user)
  },
)

export default { fetch: app.fetch, hostname: process.env.HOST, port: process.env.PORT }
