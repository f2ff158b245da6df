/** Model of `rich-user`: types that JSON lacks. */

/** Largest absolute value of a `bigint`. */
export const LARGEST = 2n ** 62n
export const MOST_BYTES = 65_536
export const MOST_SESSIONS = 100

export interface RichUser {
  id: bigint
  name: string
  /** Absent differs from `undefined`. */
  nickname?: string | undefined
  lastUpdate: Date
  roles: Set<string>
  balances: Map<string, bigint>
  avatar: Uint8Array
  contact?: Contact | undefined
  sessions: Session[]
}

export interface Contact {
  email: string
  verifiedAt?: Date | undefined
  keys: Map<string, Uint8Array>
}

export interface Session {
  device: string
  startedAt: Date
  endedAt?: Date | undefined
}

const HOUR = 3_600_000

/** The handler's work: changes a value of each type. */
export function updateRichUser<T extends RichUser>(user: T): T {
  user.lastUpdate.setUTCMonth(user.lastUpdate.getUTCMonth() + 1)
  user.roles.add('updated')
  user.balances.set('EUR', (user.balances.get('EUR') ?? 0n) + 1n)
  user.avatar.reverse()
  for (const session of user.sessions) session.endedAt ??= new Date(session.startedAt.getTime() + HOUR)
  return user
}
