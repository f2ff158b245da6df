/** With `response.json`. */
import HyperExpress from 'hyper-express'
import { Invalid } from '../../../shared/models/invalid.ts'
import { parseUser } from '../../../shared/models/user.ts'

const server = new HyperExpress.Server()

server.post('/updateUser', async (request, response) => {
  const body = await request.json<unknown>()
  const user = parseUser(body)
  if (user instanceof Invalid) return response.status(400).json({ error: 'Invalid user', fields: user.fields })
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  response.json(user)
})

await server.listen(Number(process.env.PORT), process.env.HOST)
