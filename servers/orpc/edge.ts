import { os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { z } from 'zod'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.date().max(LATEST_DATE),
})

const updateUser = os.input(userSchema).handler(({ input: user }) => {
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

const handler = new RPCHandler({ updateUser })

export default {
  async fetch(request: Request) {
    const { response } = await handler.handle(request)
    return response ?? new Response('No procedure matched', { status: 404 })
  },
}
