/** With `vine.date()`, which takes valid dates by its format `iso8601` alone. */
import vine from '@vinejs/vine'
import { serve } from '../server.ts'

const updateUserValidator = vine.create({
  id: vine.number({ strict: true }),
  name: vine.string(),
  surname: vine.string(),
  lastUpdate: vine.date({ formats: ['iso8601'] }),
})

await serve((router) => {
  router.post('/updateUser', async ({ request }) => {
    const user = await request.validateUsing(updateUserValidator)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  })
})
