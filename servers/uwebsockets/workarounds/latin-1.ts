/** With the string itself as the response's body. */
import uWS, { type HttpResponse } from 'uwebsockets'
import { Invalid } from '../../../shared/models/invalid.ts'
import { parseUser } from '../../../shared/models/user.ts'
import { receiveJson, start } from '../http.ts'

const app = uWS.App()

function sendJson(response: HttpResponse, status: string, value: unknown) {
  const body = JSON.stringify(value)
  response.cork(() => response.writeStatus(status).writeHeader('Content-Type', 'application/json').end(body))
}

app.post('/updateUser', (response) => {
  receiveJson(response, (body) => {
    const user = parseUser(body)
    if (user instanceof Invalid) {
      return sendJson(response, '400 Bad Request', { error: 'Invalid user', fields: user.fields })
    }
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, '200 OK', user)
  })
})

start(app)
