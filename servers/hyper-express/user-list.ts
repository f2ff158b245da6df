import HyperExpress from 'hyper-express'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { sendJson } from './send-json.ts'

const server = new HyperExpress.Server()

server.post('/updateUsers', async (request, response) => {
  const body = await request.json<unknown>()
  const list = parseUserList(body)
  if (list instanceof Invalid) return response.status(400).json({ error: 'Invalid list', fields: list.fields })
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  sendJson(response, list)
})

await server.listen(Number(process.env.PORT), process.env.HOST)
