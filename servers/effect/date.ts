import { Schema } from 'effect'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'

/** A date that has one a month later: the response could not be encoded otherwise. */
export const UpdatableDate = Schema.Date.check(Schema.isLessThanOrEqualToDate(LATEST_DATE))
