import { createServer } from 'node:http'
import { os, type Schema } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'

/** Accepts anything, so that no validator is measured. */
const anything: Schema<unknown, unknown> = {
  '~standard': { vendor: 'none', version: 1, validate: (value: unknown) => ({ value }) },
}

const now = os.input(anything).handler(({ input }) => ({ name: 'now', date: new Date(), input }))

const handler = new RPCHandler({ nested: { now } }, { strictGetMethodPluginEnabled: false })

createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res)
  if (!matched) res.writeHead(404).end('No procedure matched')
}).listen(Number(process.env.PORT), process.env.HOST)
