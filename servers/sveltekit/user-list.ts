import { json, type RequestHandler } from '@sveltejs/kit'
import * as v from 'valibot'

const User = v.object({
  id: v.pipe(v.number(), v.finite()),
  name: v.string(),
  surname: v.string(),
  lastUpdate: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
})

const UserList = v.object({ users: v.array(User) })

export const POST: RequestHandler = async ({ request }) => {
  const { success, output: list, issues } = v.safeParse(UserList, await request.json())
  if (!success) return json({ message: 'Invalid list', issues: v.flatten(issues) }, { status: 400 })
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return json(list)
}
