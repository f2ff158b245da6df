import { Transform } from 'class-transformer'
import { isISO8601 } from 'class-validator'

/** Converts an ISO 8601 string to a `Date`; `@IsDate()` rejects the rest. `@Type(() => Date)` would accept all that `new Date()` does. */
export const IsoDate = () => Transform(({ value }) => (isISO8601(value) ? new Date(value) : value))
