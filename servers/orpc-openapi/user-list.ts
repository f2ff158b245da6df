import { createServer } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { os } from '@orpc/server'
import { z } from 'zod'

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const listSchema = z.object({ users: z.array(userSchema) })

const updateUsers = os
  .route({ method: 'POST', path: '/updateUsers' })
  .input(listSchema)
  .handler(({ input: list }) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  })

const handler = new OpenAPIHandler({ updateUsers })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
