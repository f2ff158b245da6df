import { createServer } from 'node:http'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { isFor, receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (!isFor(request, 'POST', '/updateAccount')) {
    return sendJson(response, 404, { error: 'Not Found' })
  }
  receiveJson(request, response, (body) => {
    const account = parseAccount(body)
    if (account instanceof Invalid) return sendJson(response, 400, { error: 'Invalid account', fields: account.fields })
    sendJson(response, 200, touchAccount(account))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
