import uWS from 'uwebsockets'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { receiveJson, sendJson, start } from './http.ts'

const app = uWS.App()

app.post('/updateUser', (response) => {
  receiveJson(response, (body) => {
    const user = parseUser(body)
    if (user instanceof Invalid) return sendJson(response, 400, { error: 'Invalid user', fields: user.fields })
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

start(app)
