import { Account } from '../../shared/models/zod/account.ts'
import { dateOut } from './date-out.ts'

/** The account of a response. */
export const accountOut = Account.extend({
  createdAt: dateOut,
  updatedAt: dateOut,
  lastLogin: dateOut,
  profile: Account.shape.profile.extend({ birthDate: dateOut }),
})
