import { createServer } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { os } from '@orpc/server'

const hello = os.route({ method: 'GET', path: '/hello' }).handler(() => ({ hello: 'world' }))

const handler = new OpenAPIHandler({ hello })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
