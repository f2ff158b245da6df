import { createServer } from 'node:http'
import fastJson from 'fast-json-stringify'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { accountSchema } from '../../shared/models/json-schema/account.ts'
import { receiveJson, sendError, sendJson } from './http.ts'

const stringify = fastJson(accountSchema({ type: 'number' }) as fastJson.AnySchema)

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateAccount') {
    return sendError(response, 404, { error: 'Not Found' })
  }
  receiveJson(request, response, (body) => {
    const account = parseAccount(body)
    if (account instanceof Invalid)
      return sendError(response, 400, { error: 'Invalid account', fields: account.fields })
    sendJson(response, 200, stringify(touchAccount(account)))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
