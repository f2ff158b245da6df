import { H3, HTTPError, readValidatedBody, serve } from 'h3'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList, type UserList } from '../../shared/models/user-list.ts'

const app = new H3()

function validateList(body: unknown): UserList {
  const list = parseUserList(body)
  if (list instanceof Invalid) {
    throw new HTTPError({ status: 400, message: 'Invalid list', data: { fields: list.fields } })
  }
  return list
}

app.post('/updateUsers', async (event) => {
  const list = await readValidatedBody(event, validateList)
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return list
})

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
