/** The last date to which a month can be added: the range of `Date` ends soon after. */
export const LATEST_DATE = new Date('+275760-08-13T00:00:00.000Z')
