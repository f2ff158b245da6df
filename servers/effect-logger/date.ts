import { Schema, SchemaTransformation } from 'effect'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'

const ISO_DATE_TIME = /^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** `Schema.Date` alone takes all that `new Date` reads, such as `May 5, 2020`. */
const DateTime = Schema.String.check(Schema.isPattern(ISO_DATE_TIME)).pipe(
  Schema.decodeTo(Schema.Date, SchemaTransformation.dateFromString),
)

/** A date that has one a month later: beyond it, the response would hold an invalid date, which cannot be encoded. */
export const UpdatableDate = DateTime.check(Schema.isLessThanOrEqualToDate(LATEST_DATE))
