import vine from '@vinejs/vine'

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/**
 * A rule beside the format `iso8601`, which takes all that Day.js reads, such as `May 5, 2020`, and numbers. Its value is
 * the `Date` that `vine.date()` has parsed; the string is still in the parent.
 */
const isDateTime = vine.createRule((_date, _options, field) => {
  const text = field.parent[field.name]
  if (typeof text !== 'string' || !ISO_DATE_TIME.test(text) || Number.isNaN(Date.parse(text))) {
    field.report('The {{ field }} field must be an ISO 8601 date and time with a zone', 'dateTime', field)
  }
})

export const dateTime = () => vine.date({ formats: ['iso8601'] }).use(isDateTime())
