import { json } from 'milliparsec'

/** The status is for tinyhttp's error handler, which takes an error without one for the server's fault. */
export const parseJson = json({
  payloadLimitErrorFn: (limit) => Object.assign(new Error(`A body may have ${limit} bytes`), { status: 413 }),
})
