import { createServer } from 'node:http'
import typia from 'typia'
import { type Profile, profileOf } from '#shared/profile'
import { sendError, sendJson } from './http.js'

const stringifyProfile = typia.json.createStringify<Profile>()
let count = 0

const server = createServer((request, response) => {
  if (request.method !== 'GET' || request.url !== '/json') return sendError(response, 404, 'Not Found')
  sendJson(response, 200, stringifyProfile(profileOf(++count)))
})

server.listen(Number(process.env.PORT), process.env.HOST)
