/**
 * An ISO 8601 date and time with a time zone. `date-time` alone also accepts leap seconds and offsets without minutes, which
 * `Date` cannot parse.
 */
export const dateTime = { type: 'string', format: 'date-time', pattern: ':[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)$' }
