import { createServer } from 'node:http'
import Type from 'typebox'
import Compile from 'typebox/compile'
import { deserializeAccount, touchAccount } from '../../shared/models/account.ts'
import { accountWith } from '../../shared/models/typebox/account.ts'
import { DateTime } from '../../shared/models/typebox/date-time.ts'
import { receiveJson, sendJson } from './http.ts'

const Account = Compile(accountWith(Type.Number(), DateTime))

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateAccount') {
    return sendJson(response, 404, { error: 'Not Found' })
  }
  receiveJson(request, response, (body) => {
    if (!Account.Check(body)) return sendJson(response, 400, { error: 'Invalid account', errors: Account.Errors(body) })
    sendJson(response, 200, touchAccount(deserializeAccount(body)))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
