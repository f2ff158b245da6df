import * as z from 'zod'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const UserList = z.object({ users: z.array(User) })

export async function POST(request: Request) {
  let body: unknown
  try {
    body = await request.json()
  } catch {
    return Response.json({ error: 'Malformed JSON' }, { status: 400 })
  }
  const { success, data: list, error } = UserList.safeParse(body)
  if (!success) return Response.json({ error: 'Invalid list', issues: error.issues }, { status: 400 })
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return Response.json(list)
}
