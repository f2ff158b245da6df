import { createServer } from 'node:http'
import { type AccountJson, deserializeAccount, touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from '../../shared/models/json-schema/account.ts'
import { ajv } from './ajv.ts'
import { receiveJson, sendJson } from './http.ts'

const isAccount = ajv.compile<AccountJson>(accountSchema({ type: 'number' }))

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateAccount') {
    return sendJson(response, 404, { error: 'Not Found' })
  }
  receiveJson(request, response, (body) => {
    if (!isAccount(body)) return sendJson(response, 400, { error: 'Invalid account', errors: isAccount.errors })
    sendJson(response, 200, touchAccount(deserializeAccount(body)))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
