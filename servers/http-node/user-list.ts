import { createServer } from 'node:http'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { isFor, receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (!isFor(request, 'POST', '/updateUsers')) return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const list = parseUserList(body)
    if (list instanceof Invalid) return sendJson(response, 400, { error: 'Invalid list', fields: list.fields })
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, list)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
