import { createServer } from 'node:http'
import { Invalid } from '../../shared/models/invalid.ts'
import { updateRichUser } from '../../shared/models/rich-user.ts'
import { parseRichUser } from '../../shared/models/rich-user-fields.ts'
import { receive, send } from './http.ts'

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/richUser') return send(response, 404, { error: 'Not Found' })
  receive(request, response, (value) => {
    const user = parseRichUser(value)
    if (user instanceof Invalid) return send(response, 400, { error: 'Invalid user', fields: user.fields })
    send(response, 200, updateRichUser(user))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
