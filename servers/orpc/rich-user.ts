import { createServer } from 'node:http'
import { os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import { updateRichUser } from '../../shared/models/rich-user.ts'
import { richUserSchema } from '../../shared/models/zod/rich-user.ts'

const richUser = os.input(richUserSchema).handler(({ input: user }) => updateRichUser(user))

const handler = new RPCHandler(
  { richUser },
  {
    customJsonSerializers: [
      {
        type: 21,
        condition: (value) => value instanceof Uint8Array,
        serialize: (bytes: Uint8Array) => bytes.toBase64(),
        deserialize: (text: string) => Uint8Array.fromBase64(text),
      },
    ],
  },
)

const server = createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) {
    res.statusCode = 404
    res.end('No procedure matched')
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
