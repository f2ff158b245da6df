/** `rich-user` as a deepkit type. */
// biome-ignore lint/style/useImportType: `import type` of these would leave the compiler without their metadata
import { MaxLength, Validate, ValidatorError } from '@deepkit/type'
import { LARGEST, MOST_BYTES } from '../rich-user.ts'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Given } from './given.ts'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from './valid-date.ts'

function bounded(value: unknown) {
  const isBounded = typeof value === 'bigint' && value <= LARGEST && value >= -LARGEST
  return isBounded ? undefined : new ValidatorError('bigint', 'Not a bigint of at most 2^62')
}

function short(value: unknown) {
  const isShort = value instanceof Uint8Array && value.length <= MOST_BYTES
  return isShort ? undefined : new ValidatorError('bytes', 'Not at most 64 KB')
}

type Bounded = bigint & Validate<typeof bounded>
type Bytes = Uint8Array & Validate<typeof short>

export interface Contact {
  email: string
  verifiedAt?: ValidDate
  keys: Map<string, Bytes>
}

export interface Session {
  device: string
  startedAt: ValidDate
  endedAt?: ValidDate
}

interface Fields {
  id: Bounded
  name: string
  nickname?: string
  lastUpdate: ValidDate
  roles: Set<string>
  balances: Map<string, Bounded>
  avatar: Bytes
  contact?: Contact & Given
  sessions: Session[] & MaxLength<100>
}

export type RichUser = Fields & Given
