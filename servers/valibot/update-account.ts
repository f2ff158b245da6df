import { createServer } from 'node:http'
import * as v from 'valibot'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/valibot/account.ts'
import { receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateAccount') {
    return sendJson(response, 404, { error: 'Not Found' })
  }
  receiveJson(request, response, (body) => {
    const { success, output: account, issues } = v.safeParse(Account, body)
    if (!success) return sendJson(response, 400, { error: 'Invalid account', issues: v.flatten(issues) })
    sendJson(response, 200, touchAccount(account))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
