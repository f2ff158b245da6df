import { createServer } from 'node:http'
import * as z from 'zod'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'
import { receiveJson, sendJson } from './http.ts'

const CompiledAccount = z.compile(Account)

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateAccount') {
    return sendJson(response, 404, { error: 'Not Found' })
  }
  receiveJson(request, response, (body) => {
    const { success, data: account, error } = CompiledAccount.safeParse(body)
    if (!success) return sendJson(response, 400, { error: 'Invalid account', issues: error.issues })
    sendJson(response, 200, touchAccount(account))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
