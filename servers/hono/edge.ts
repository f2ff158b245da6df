import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'

const app = new Hono()

app.post(
  '/updateUser',
  validator('json', (value: unknown, c) => {
    const user = parseUser(value)
    if (user instanceof Invalid) return c.json({ error: 'Invalid user', fields: user.fields }, 400)
    return user
  }),
  (c) => {
    const user = c.req.valid('json')
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return c.json(user)
  },
)

export default app
