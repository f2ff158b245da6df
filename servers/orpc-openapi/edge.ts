import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { os } from '@orpc/server'
import { z } from 'zod'

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const updateUser = os
  .route({ method: 'POST', path: '/updateUser' })
  .input(userSchema)
  .handler(({ input: user }) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  })

const handler = new OpenAPIHandler({ updateUser })

export default {
  async fetch(request: Request) {
    const { response } = await handler.handle(request)
    return response ?? new Response('No procedure matched', { status: 404 })
  },
}
