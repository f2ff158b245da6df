import { createServer } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { os } from '@orpc/server'
import { z } from 'zod'

const userSchema = z.strictObject({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const updateUser = os
  .route({ method: 'POST', path: '/updateUser' })
  .input(userSchema)
  .handler(({ input: user }) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  })

const handler = new OpenAPIHandler({ updateUser })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
