import { H3, readValidatedBody, serve } from 'h3'
import { deserializeUser, isUser } from '../../shared/models/user.ts'

const app = new H3()

app.post('/updateUser', async (event) => {
  const user = await readValidatedBody(event, (body) => isUser(body) && deserializeUser(body))
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
