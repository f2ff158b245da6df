import { t } from 'elysia'

/** A `Date` from an ISO 8601 string; `t.Date` would also accept numbers. Years have four digits, so that a month can be added. */
export const dateTime = t
  .Transform(t.String({ format: 'date-time', pattern: '^\\d{4}-' }))
  .Decode((text) => new Date(text))
  .Encode((date) => date.toISOString())
