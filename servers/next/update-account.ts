import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'

export async function POST(request: Request) {
  let body: unknown
  try {
    body = await request.json()
  } catch {
    return Response.json({ error: 'Malformed JSON' }, { status: 400 })
  }
  const { success, data: account, error } = Account.safeParse(body)
  if (!success) return Response.json({ error: 'Invalid account', issues: error.issues }, { status: 400 })
  return Response.json(touchAccount(account))
}
