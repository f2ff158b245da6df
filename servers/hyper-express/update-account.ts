import HyperExpress from 'hyper-express'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { sendJson } from './send-json.ts'

const server = new HyperExpress.Server()

server.post('/updateAccount', async (request, response) => {
  const body = await request.json<unknown>()
  const account = parseAccount(body)
  if (account instanceof Invalid) return response.status(400).json({ error: 'Invalid account', fields: account.fields })
  sendJson(response, touchAccount(account))
})

await server.listen(Number(process.env.PORT), process.env.HOST)
