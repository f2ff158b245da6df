import { Account } from '../../shared/models/zod/account.ts'
import { dateTime } from './date-time.ts'

/** With dates that go both ways. */
export const accountSchema = Account.extend({
  createdAt: dateTime,
  updatedAt: dateTime,
  lastLogin: dateTime,
  profile: Account.shape.profile.extend({ birthDate: dateTime }),
})
