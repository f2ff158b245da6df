import * as z from 'zod'
import { LATEST_DATE } from '../latest-date.ts'
import { Account } from './account.ts'

const date = z.date().max(LATEST_DATE)

/** An account whose dates arrive as `Date`s. */
export const DatedAccount = Account.extend({
  createdAt: date,
  updatedAt: date,
  lastLogin: date,
  profile: Account.shape.profile.extend({ birthDate: date }),
})
