import { t } from 'elysia'

const ISO_DATE_TIME = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$'

/** A `Date` from an ISO 8601 string: `t.Date` also accepts numbers, and the format strings such as `2020-01-01 3:00 PM`. */
export const dateTime = t
  .Transform(t.String({ format: 'date-time', pattern: ISO_DATE_TIME }))
  .Decode((text) => new Date(text))
  .Encode((date) => date.toISOString())
