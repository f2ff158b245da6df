import vine from '@vinejs/vine'
import { dateTime } from './date-time.ts'
import { serve } from './server.ts'

const updateUsersValidator = vine.create({
  users: vine.array(
    vine.object({
      id: vine.number({ strict: true }),
      name: vine.string(),
      surname: vine.string(),
      lastUpdate: dateTime(),
    }),
  ),
})

await serve((router) => {
  router.post('/updateUsers', async ({ request }) => {
    const list = await request.validateUsing(updateUsersValidator)
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  })
})
