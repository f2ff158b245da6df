import { defineAction } from 'astro:actions'
import { z } from 'astro/zod'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

export const updateUser = defineAction({
  input: User,
  handler: (user) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  },
})
