import * as z from 'zod'
import { parseBody } from './parse-body.ts'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

export async function POST({ request }: { request: Request }) {
  const user = await parseBody(request, User)
  if (user instanceof Response) return user
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return Response.json(user)
}
