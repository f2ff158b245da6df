import Joi from 'joi'
import type { Account } from '../../shared/models/account.ts'

const text = Joi.string().allow('')
const texts = Joi.array().items(text.optional())
const dateTime = Joi.date().iso()

const profile = Joi.object({
  firstName: text,
  lastName: text,
  birthDate: dateTime,
  phones: texts,
  address: Joi.object({ street: text, city: text, zip: text, country: text, state: text.optional() }),
})

const preferences = Joi.object({
  language: Joi.valid('en', 'de', 'es', 'fr'),
  newsletter: Joi.boolean(),
  theme: Joi.valid('light', 'dark').optional(),
  tags: texts,
})

const payment = Joi.alternatives().try(
  Joi.object({ kind: Joi.valid('card'), holder: text, number: text, expires: text }),
  Joi.object({ kind: Joi.valid('bank'), iban: text, bic: text.optional() }),
  Joi.object({ kind: Joi.valid('wallet'), provider: Joi.valid('paypal', 'apple', 'google'), email: text }),
)

const order = Joi.object({ id: Joi.number(), total: Joi.number(), items: texts })

export const accountSchema = Joi.object<Account>({
  id: Joi.number(),
  email: text,
  nickname: text.optional(),
  status: Joi.valid('active', 'suspended', 'closed'),
  createdAt: dateTime,
  updatedAt: dateTime,
  lastLogin: dateTime,
  profile,
  preferences,
  payment,
  orders: Joi.array().items(order.optional()),
}).prefs({ presence: 'required' })
