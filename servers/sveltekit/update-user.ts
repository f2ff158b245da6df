import { json, type RequestHandler } from '@sveltejs/kit'
import * as v from 'valibot'

const User = v.object({
  id: v.pipe(v.number(), v.finite()),
  name: v.string(),
  surname: v.string(),
  lastUpdate: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
})

export const POST: RequestHandler = async ({ request }) => {
  const { success, output: user, issues } = v.safeParse(User, await request.json())
  if (!success) return json({ message: 'Invalid user', issues: v.flatten(issues) }, { status: 400 })
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return json(user)
}
