import HyperExpress from 'hyper-express'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'

const server = new HyperExpress.Server()

server.post('/updateAccount', async (request, response) => {
  const body = await request.json<unknown>()
  if (!isAccount(body)) return response.status(400).json({ error: 'Invalid account' })
  response.json(touchAccount(deserializeAccount(body)))
})

await server.listen(Number(process.env.PORT), process.env.HOST)
