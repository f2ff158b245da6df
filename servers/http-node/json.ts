import { createServer } from 'node:http'
import { profileOf } from '../../shared/models/profile.ts'
import { isFor, sendJson } from './http.ts'

let count = 0

const server = createServer((request, response) => {
  if (isFor(request, 'GET', '/json')) sendJson(response, 200, profileOf(++count))
  else sendJson(response, 404, { error: 'Not Found' })
})

server.listen(Number(process.env.PORT), process.env.HOST)
