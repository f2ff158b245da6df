import { createServer } from 'node:http'
import typia from 'typia'
import { type Account, type AccountJson, deserializeAccount, touchAccount } from '#shared/account'
import type { DateTime } from './date-time.js'
import { receiveJson, sendError, sendJson } from './http.js'

interface ValidAccount extends AccountJson {
  createdAt: DateTime
  updatedAt: DateTime
  lastLogin: DateTime
  profile: AccountJson['profile'] & { birthDate: DateTime }
}

const parseAccount = typia.json.createValidateParse<ValidAccount>()
const stringifyAccount = typia.json.createStringify<Account>()

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateAccount') return sendError(response, 404, 'Not Found')
  receiveJson(request, response, parseAccount, (account) => {
    sendJson(response, 200, stringifyAccount(touchAccount(deserializeAccount(account))))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
