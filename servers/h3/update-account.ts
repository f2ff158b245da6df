import { H3, readValidatedBody, serve } from 'h3'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'

const app = new H3()

app.post('/updateAccount', async (event) => {
  const account = await readValidatedBody(event, (body) => isAccount(body) && deserializeAccount(body))
  return touchAccount(account)
})

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
