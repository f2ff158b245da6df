import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Finite } from '#shared/deepkit/finite'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from '#shared/deepkit/valid-date'
import { receive, sendJson } from './http.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Of each route its own model: an interface is a value of the function that declares it. */
function updateUser(): Handler {
  interface User {
    id: Finite
    name: string
    surname: string
    lastUpdate: ValidDate
  }
  const castUser = castFunction<User>()
  const serializeUser = serializeFunction<User>()
  return (request, response) =>
    receive(request, response, castUser, (user) => {
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      sendJson(response, 200, serializeUser(user))
    })
}

const routes = new Map<string, Handler>()

for (let route = 1; route <= Number(process.env.ROUTES); route++) routes.set(`/updateUser${route}`, updateUser())

const server = createServer((request, response) => {
  const handler = request.method === 'POST' ? routes.get(request.url ?? '') : undefined
  if (handler) handler(request, response)
  else sendJson(response, 404, { error: 'Not Found' })
})

server.listen(Number(process.env.PORT), process.env.HOST)
