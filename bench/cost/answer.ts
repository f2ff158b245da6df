/** What every rung below the last one answers: as long as update-user's ordinary answer, so that HTTP costs the same. */
export const ANSWER = {
  id: 1_000_000_000_000_000,
  name: 'Margaret 8f3k2a',
  surname: 'Margaretson 8f3k2a',
  lastUpdate: '2001-02-03T04:05:06.789Z',
}

export const ANSWER_TEXT = JSON.stringify(ANSWER)
