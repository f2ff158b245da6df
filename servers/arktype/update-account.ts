import { createServer } from 'node:http'
import { type } from 'arktype'
import { touchAccount } from '../../shared/models/account.ts'
import { parseAccount } from './account-schema.ts'
import { receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateAccount') {
    return sendJson(response, 404, { error: 'Not Found' })
  }
  receiveJson(request, response, (body) => {
    const account = parseAccount(body)
    if (account instanceof type.errors) {
      return sendJson(response, 400, { error: 'Invalid account', issues: account.summary })
    }
    sendJson(response, 200, touchAccount(account))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
