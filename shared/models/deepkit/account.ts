// biome-ignore lint/style/useImportType: `import type` of Pattern would leave the compiler without its metadata
import { Pattern } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Finite } from './finite.ts'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Given } from './given.ts'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from './valid-date.ts'

const THEME = /^(light|dark)$/

/** Model of `update-account`, with rules that @deepkit/type lacks. */
export type Account = AccountFields & Given

interface AccountFields {
  id: Finite
  email: string
  nickname?: string
  status: 'active' | 'suspended' | 'closed'
  createdAt: ValidDate
  updatedAt: ValidDate
  lastLogin: ValidDate
  profile: {
    firstName: string
    lastName: string
    birthDate: ValidDate
    phones: string[]
    address: { street: string; city: string; zip: string; country: string; state?: string } & Given
  }
  preferences: {
    language: 'en' | 'de' | 'es' | 'fr'
    newsletter: boolean
    theme?: string & Pattern<typeof THEME>
    tags: string[]
  } & Given
  payment: Card | (BankAccount & Given) | Wallet
  orders: { id: Finite; total: Finite; items: string[] }[]
}

interface Card {
  kind: 'card'
  holder: string
  number: string
  expires: string
}

interface BankAccount {
  kind: 'bank'
  iban: string
  bic?: string
}

interface Wallet {
  kind: 'wallet'
  provider: 'paypal' | 'apple' | 'google'
  email: string
}
