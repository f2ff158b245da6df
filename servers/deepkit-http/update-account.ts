// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { castFunction, Pattern } from '@deepkit/type'
import { castBody, createApp, listen } from './http.js'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from './valid-date.js'

const THEME = /^(light|dark)$/

interface Account {
  id: number
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
    address: { street: string; city: string; zip: string; country: string; state?: string }
  }
  preferences: {
    language: 'en' | 'de' | 'es' | 'fr'
    newsletter: boolean
    theme?: string & Pattern<typeof THEME>
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
  provider: 'paypal' | 'apple' | 'google'
  email: string
}

const castAccount = castFunction<Account>()

const { router, kernel } = createApp()

router.post('/updateAccount', (body: HttpBody<object>): Account => {
  const account = castBody(castAccount, body)
  account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
  account.lastLogin.setDate(account.lastLogin.getDate() + 1)
  account.email = account.email.toLowerCase()
  return account
})

listen(kernel)
