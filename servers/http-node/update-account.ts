import { createServer } from 'node:http'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'
import { receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateAccount') {
    return sendJson(response, 404, { error: 'Not Found' })
  }
  receiveJson(request, response, (body) => {
    if (!isAccount(body)) return sendJson(response, 400, { error: 'Invalid account' })
    sendJson(response, 200, touchAccount(deserializeAccount(body)))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
