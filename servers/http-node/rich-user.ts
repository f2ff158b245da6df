import { createServer } from 'node:http'
import { Invalid } from '../../shared/models/invalid.ts'
import { updateRichUser } from '../../shared/models/rich-user.ts'
import { decodeRichUser, encodeRichUser } from '../../shared/models/rich-user-fields.ts'
import { isFor, receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (!isFor(request, 'POST', '/richUser')) return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const user = decodeRichUser(body)
    if (user instanceof Invalid) return sendJson(response, 400, { error: 'Invalid user', fields: user.fields })
    sendJson(response, 200, encodeRichUser(updateRichUser(user)))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
