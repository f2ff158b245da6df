import { startNodeServer } from '@mionjs/platform-node'
import { initMionRouter, mutation } from '@mionjs/router'

interface Account {
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
  provider: Provider
  email: string
}

enum Provider {
  PayPal = 'paypal',
  Apple = 'apple',
  Google = 'google',
}

await initMionRouter({
  updateAccount: mutation((_ctx, account: Account): Account => {
    account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
    account.lastLogin.setDate(account.lastLogin.getDate() + 1)
    account.email = account.email.toLowerCase()
    return account
  }),
})

await startNodeServer({ port: Number(process.env.PORT) })
