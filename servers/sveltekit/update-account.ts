import { json, type RequestHandler } from '@sveltejs/kit'
import * as v from 'valibot'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/valibot/account.ts'

export const POST: RequestHandler = async ({ request }) => {
  const { success, output: account, issues } = v.safeParse(Account, await request.json())
  if (!success) return json({ message: 'Invalid account', issues: v.flatten(issues) }, { status: 400 })
  return json(touchAccount(account))
}
