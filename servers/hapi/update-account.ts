import Hapi from '@hapi/hapi'
import { type Account, touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from '../../shared/models/joi/account.ts'
import { failAction } from './fail-action.ts'

const server = Hapi.server({ host: process.env.HOST, port: process.env.PORT })

server.route({
  method: 'POST',
  path: '/updateAccount',
  handler: (request) => touchAccount(request.payload as Account),
  options: { validate: { payload: accountSchema, failAction } },
})

await server.start()
