// biome-ignore lint/style/useImportType: `import type` would leave the compiler without the models' metadata
import { BankAccount, Card } from '../account.ts'

/** Account without `Omit` and similar types, which mion's compiler reads as `any`. */
export interface Account {
  id: number
  email: string
  nickname?: string
  status: 'active' | 'suspended' | 'closed'
  createdAt: Date
  updatedAt: Date
  lastLogin: Date
  profile: {
    firstName: string
    lastName: string
    birthDate: Date
    phones: string[]
    address: { street: string; city: string; zip: string; country: string; state?: string }
  }
  preferences: {
    language: 'en' | 'de' | 'es' | 'fr'
    newsletter: boolean
    theme?: 'light' | 'dark'
    tags: string[]
  }
  payment: Card | BankAccount | Wallet
  orders: { id: number; total: number; items: string[] }[]
}

interface Wallet {
  kind: 'wallet'
  provider: Provider
  email: string
}

enum Provider {
  PayPal = 'paypal',
  Apple = 'apple',
  Google = 'google',
}
