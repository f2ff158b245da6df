import { Transform } from 'class-transformer'
import { isISO8601 } from 'class-validator'

/** Makes a `Date` of an ISO 8601 string, and leaves the rest for `@IsDate()` to reject: `@Type(() => Date)` takes whatever `new Date()` reads. */
export const IsoDate = () => Transform(({ value }) => (isISO8601(value) ? new Date(value) : value))
