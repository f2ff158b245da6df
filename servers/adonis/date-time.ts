import vine from '@vinejs/vine'

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** A custom rule: `vine.date({ formats: ['iso8601'] })` takes all that Day.js reads, such as 2020-13-45, and numbers. */
const isDateTime = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string' || !ISO_DATE_TIME.test(value) || Number.isNaN(Date.parse(value))) {
    field.report('The {{ field }} field must be an ISO 8601 date and time with a zone', 'dateTime', field)
  }
})

export const dateTime = () =>
  vine
    .string()
    .use(isDateTime())
    .transform((text) => new Date(text))
