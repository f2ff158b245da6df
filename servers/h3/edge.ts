import { H3, HTTPError, readValidatedBody } from 'h3'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser, type User } from '../../shared/models/user.ts'

const app = new H3()

function validateUser(body: unknown): User {
  const user = parseUser(body)
  if (user instanceof Invalid) {
    throw new HTTPError({ status: 400, message: 'Invalid user', data: { fields: user.fields } })
  }
  return user
}

app.post('/updateUser', async (event) => {
  const user = await readValidatedBody(event, validateUser)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

export default { fetch: (request: Request) => app.fetch(request) }
