/**
 * An ISO 8601 date and time with a zone. `date-time` alone also passes a leap second and an offset without minutes, of
 * which `Date` makes an invalid one.
 */
export const dateTime = { type: 'string', format: 'date-time', pattern: ':[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)$' }
