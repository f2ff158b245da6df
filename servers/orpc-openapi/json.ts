import { createServer } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { os } from '@orpc/server'
import { profileOf } from '../../shared/models/profile.ts'

let count = 0

const json = os.route({ method: 'GET', path: '/json' }).handler(() => profileOf(++count))

const handler = new OpenAPIHandler({ json })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
