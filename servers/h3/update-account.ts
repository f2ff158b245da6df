import { H3, HTTPError, readValidatedBody, serve } from 'h3'
import { type Account, parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'

const app = new H3()

function validateAccount(body: unknown): Account {
  const account = parseAccount(body)
  if (account instanceof Invalid) {
    throw new HTTPError({ status: 400, message: 'Invalid account', data: { fields: account.fields } })
  }
  return account
}

app.post('/updateAccount', async (event) => touchAccount(await readValidatedBody(event, validateAccount)))

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
