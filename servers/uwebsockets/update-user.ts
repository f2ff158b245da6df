import uWS from 'uwebsockets'
import { deserializeUser, isUser } from '../../shared/models/user.ts'
import { receiveJson, sendJson, start } from './http.ts'

const app = uWS.App()

app.post('/updateUser', (response) => {
  receiveJson(response, (body) => {
    if (!isUser(body)) return sendJson(response, 400, { error: 'Invalid user' })
    const user = deserializeUser(body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

start(app)
