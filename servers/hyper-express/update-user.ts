import HyperExpress from 'hyper-express'
import { deserializeUser, isUser } from '../../shared/models/user.ts'

const server = new HyperExpress.Server()

server.post('/updateUser', async (request, response) => {
  const body = await request.json<unknown>()
  if (!isUser(body)) return response.status(400).json({ error: 'Invalid user' })
  const user = deserializeUser(body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  response.json(user)
})

await server.listen(Number(process.env.PORT), process.env.HOST)
