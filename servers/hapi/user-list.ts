import Hapi from '@hapi/hapi'
import Joi from 'joi'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'
import type { User } from '../../shared/models/user.ts'
import type { UserList } from '../../shared/models/user-list.ts'
import { failAction } from './fail-action.ts'

const server = Hapi.server({ host: process.env.HOST, port: process.env.PORT })

const userSchema = Joi.object<User>({
  id: Joi.number().required(),
  name: Joi.string().allow('').required(),
  surname: Joi.string().allow('').required(),
  lastUpdate: Joi.date().iso().max(LATEST_DATE).required(),
})

server.route({
  method: 'POST',
  path: '/updateUsers',
  handler: (request) => {
    const list = request.payload as UserList
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  },
  options: {
    validate: {
      payload: Joi.object<UserList>({ users: Joi.array().items(userSchema).required() }),
      failAction,
    },
  },
})

await server.start()
