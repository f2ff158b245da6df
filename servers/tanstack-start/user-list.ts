import * as z from 'zod'
import { parseBody } from './parse-body.ts'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const UserList = z.object({ users: z.array(User) })

export async function POST({ request }: { request: Request }) {
  const list = await parseBody(request, UserList)
  if (list instanceof Response) return list
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return Response.json(list)
}
