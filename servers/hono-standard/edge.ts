import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import * as v from 'valibot'
import { onError } from './on-error.ts'

const User = v.object({
  id: v.pipe(v.number(), v.finite()),
  name: v.string(),
  surname: v.string(),
  lastUpdate: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
})

const app = new Hono()

app.onError(onError)

app.post('/updateUser', sValidator('json', User), (c) => {
  const user = c.req.valid('json')
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(user)
})

export default app
