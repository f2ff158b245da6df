import vine from '@vinejs/vine'
import { dateTime } from './date-time.ts'
import { serve } from './server.ts'

const updateUserValidator = () =>
  vine.create({
    id: vine.number({ strict: true }),
    name: vine.string(),
    surname: vine.string(),
    lastUpdate: dateTime(),
  })

await serve((router) => {
  for (let route = 1; route <= Number(process.env.ROUTES); route++) {
    const validator = updateUserValidator()
    router.post(`/updateUser${route}`, async ({ request }) => {
      const user = await request.validateUsing(validator)
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      return user
    })
  }
})
