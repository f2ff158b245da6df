import uWS from 'uwebsockets'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'
import { receiveJson, sendJson, start } from './http.ts'

const app = uWS.App()

app.post('/updateAccount', (response) => {
  receiveJson(response, (body) => {
    if (!isAccount(body)) return sendJson(response, 400, { error: 'Invalid account' })
    sendJson(response, 200, touchAccount(deserializeAccount(body)))
  })
})

start(app)
