/** Servers that take some values wrongly, and the cases of the invariants that show it. */
import type { UserJson } from '../../../shared/models/user.ts'
import { edited, type Handler, ok, parse } from './user-server.ts'

interface WrongValues {
  respond: Handler
  breaks: string[]
}

/** Changes the correct responses. */
const changing =
  (change: (response: UserJson, user: UserJson) => void): Handler =>
  ({ body, correct }) =>
    correct.status === 200 ? edited(correct, (user) => change(user, JSON.parse(body))) : correct

/** Returns some invalid users as they are. */
const echoing =
  (accepts: (user: Record<keyof UserJson, unknown>) => boolean): Handler =>
  ({ body, correct }) => {
    const user = parse(body)
    const isUser = typeof user === 'object' && user !== null && 'id' in user
    return correct.status !== 200 && isUser && accepts(user as UserJson) ? ok(user) : correct
  }

export const wrongValues: Record<string, WrongValues> = {
  'cuts strings at 65,536 bytes': {
    respond: changing((user) => (user.name = user.name.slice(0, 65_536))),
    breaks: ['name has 100,000 characters'],
  },
  'drops characters beyond the first plane': {
    respond: changing(
      (user) => (user.surname = user.surname.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
    breaks: ['surname has characters of all planes'],
  },
  'takes 1900 and 2100 for leap years': {
    respond: changing((response, { lastUpdate }) => {
      if (/^(19|21)00-01-31/.test(lastUpdate))
        response.lastUpdate = response.lastUpdate.replace('-03-03', '-03-02')
    }),
    breaks: ['1900', '2100'].map((year) => `lastUpdate is "${year}-01-31T00:00:00.000Z"`),
  },
  'ignores a time zone': {
    respond: changing((response, { lastUpdate }) => {
      if (lastUpdate.endsWith('+14:00')) response.lastUpdate = '2025-02-01T00:30:00.000Z'
    }),
    breaks: ['lastUpdate is "2025-01-01T00:30:00.000+14:00"'],
  },
  'drops fractions of an id': {
    respond: changing((user) => (user.id = Math.trunc(user.id))),
    breaks: ['id is 1.5', 'id is -0.25', 'id is 4503599627370495.5'],
  },
  'echoes null and zero for a string': {
    respond: echoing(({ surname }) => surname === null || surname === 0),
    breaks: ['surname is null', 'surname is 0'],
  },
  'echoes null for a number': {
    respond: echoing(({ id }) => id === null),
    breaks: ['id is null'],
  },
}
