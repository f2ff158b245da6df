import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'
import { parseBody } from './parse-body.ts'

export async function POST({ request }: { request: Request }) {
  const account = await parseBody(request, Account)
  return account instanceof Response ? account : Response.json(touchAccount(account))
}
