import uWS from 'uwebsockets'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { receiveJson, sendJson, start } from './http.ts'

const app = uWS.App()

app.post('/updateUsers', (response) => {
  receiveJson(response, (body) => {
    const list = parseUserList(body)
    if (list instanceof Invalid) return sendJson(response, 400, { error: 'Invalid list', fields: list.fields })
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, list)
  })
})

start(app)
