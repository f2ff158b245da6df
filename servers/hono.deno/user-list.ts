import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'

const app = new Hono()

app.post(
  '/updateUsers',
  validator('json', (value: unknown, c) => {
    const list = parseUserList(value)
    if (list instanceof Invalid) return c.json({ error: 'Invalid list', fields: list.fields }, 400)
    return list
  }),
  (c) => {
    const list = c.req.valid('json')
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return c.json(list)
  },
)

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, app.fetch)
