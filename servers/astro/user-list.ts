import { defineAction } from 'astro:actions'
import { z } from 'astro/zod'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

export const updateUsers = defineAction({
  input: z.object({ users: z.array(User) }),
  handler: (list) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  },
})
