import uWS from 'uwebsockets'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { receiveJson, sendJson, start } from './http.ts'

const app = uWS.App()

app.post('/updateAccount', (response) => {
  receiveJson(response, (body) => {
    const account = parseAccount(body)
    if (account instanceof Invalid) return sendJson(response, 400, { error: 'Invalid account', fields: account.fields })
    sendJson(response, 200, touchAccount(account))
  })
})

start(app)
