/** With the body parser's defaults. */
import vine from '@vinejs/vine'
import { dateTime } from '../date-time.ts'
import { serve } from '../server.ts'

const updateUserValidator = vine.create({
  id: vine.number({ strict: true }),
  name: vine.string(),
  surname: vine.string(),
  lastUpdate: dateTime(),
})

await serve((router) => {
  router.post('/updateUser', async ({ request }) => {
    const user = await request.validateUsing(updateUserValidator)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  })
}, {})
