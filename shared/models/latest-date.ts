/** The last date that has one a month later. Dates end soon after it, and what comes then is an invalid `Date`. */
export const LATEST_DATE = new Date('+275760-08-13T00:00:00.000Z')
