import { touchAccount } from '../../shared/models/account.ts'
import { updateAccountValidator } from './account-validator.ts'
import { serve } from './server.ts'

await serve((router) => {
  router.post('/updateAccount', async ({ request }) =>
    touchAccount(await request.validateUsing(updateAccountValidator)),
  )
})
