import { createServer } from 'node:http'
import { os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import { touchAccount } from '../../shared/models/account.ts'
import { DatedAccount } from '../../shared/models/zod/dated-account.ts'

const updateAccount = os.input(DatedAccount).handler(({ input }) => touchAccount(input))

const handler = new RPCHandler({ updateAccount })

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
