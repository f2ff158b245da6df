import { Type } from 'typebox'

/**
 * An ISO 8601 string with a time zone. `date-time` alone also accepts leap seconds and offsets without minutes, which `Date`
 * cannot parse.
 */
export const DateTime = Type.String({ format: 'date-time', pattern: ':[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)$' })
