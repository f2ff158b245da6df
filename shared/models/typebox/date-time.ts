import { Type } from 'typebox'

/**
 * An ISO 8601 string with a time zone. `date-time` alone also accepts what `Date` cannot parse: leap seconds, by ajv offsets
 * without minutes, and by TypeBox a time zone's name in brackets.
 */
export const DateTime = Type.String({ format: 'date-time', pattern: ':[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)$' })
