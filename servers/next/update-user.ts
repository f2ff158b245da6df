import * as z from 'zod'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

export async function POST(request: Request) {
  let body: unknown
  try {
    body = await request.json()
  } catch {
    return Response.json({ error: 'Malformed JSON' }, { status: 400 })
  }
  const { success, data: user, error } = User.safeParse(body)
  if (!success) return Response.json({ error: 'Invalid user', issues: error.issues }, { status: 400 })
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return Response.json(user)
}
