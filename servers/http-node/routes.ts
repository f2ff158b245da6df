import { createServer, type ServerResponse } from 'node:http'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { receiveJson, sendJson } from './http.ts'

const routes = new Map<string, (body: unknown, response: ServerResponse) => void>()

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  routes.set(`/updateUser${route}`, (body, response) => {
    const user = parseUser(body)
    if (user instanceof Invalid) return sendJson(response, 400, { error: 'Invalid user', fields: user.fields })
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
}

const server = createServer((request, response) => {
  const handle = request.method === 'POST' ? routes.get(request.url?.split('?')[0] ?? '') : undefined
  if (!handle) return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => handle(body, response))
})

server.listen(Number(process.env.PORT), process.env.HOST)
