import { createServer } from 'node:http'
import { os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import { z } from 'zod'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.date().max(LATEST_DATE),
})

const listSchema = z.object({ users: z.array(userSchema) })

const updateUsers = os.input(listSchema).handler(({ input: list }) => {
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return list
})

const handler = new RPCHandler({ updateUsers })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
