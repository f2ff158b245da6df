import { createServer } from 'node:http'
import { os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import { z } from 'zod'
import { LATEST_DATE } from '../../../shared/models/latest-date.ts'

const userSchema = z.strictObject({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.date().max(LATEST_DATE),
})

const updateUser = os.input(userSchema).handler(({ input: user }) => {
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

const handler = new RPCHandler({ updateUser })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
