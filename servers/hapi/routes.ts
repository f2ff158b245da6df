import Hapi from '@hapi/hapi'
import Joi from 'joi'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'
import type { User } from '../../shared/models/user.ts'
import { failAction } from './fail-action.ts'

const server = Hapi.server({ host: process.env.HOST, port: process.env.PORT })

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  server.route({
    method: 'POST',
    path: `/updateUser${route}`,
    handler: (request) => {
      const user = request.payload as User
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      return user
    },
    options: {
      validate: {
        payload: Joi.object<User>({
          id: Joi.number().required(),
          name: Joi.string().allow('').required(),
          surname: Joi.string().allow('').required(),
          lastUpdate: Joi.date().iso().max(LATEST_DATE).required(),
        }),
        failAction,
      },
    },
  })
}

await server.start()
