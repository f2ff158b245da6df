import * as v from 'valibot'

/** An ISO 8601 date and time with a zone, made a `Date`. */
export const DateTime = v.pipe(v.string(), v.isoTimestamp(), v.toDate())
