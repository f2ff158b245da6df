// biome-ignore-all lint/suspicious/noThenProperty: the name of an option of joi
import Joi from 'joi'
import type { Account } from '../account.ts'
import { LATEST_DATE } from '../latest-date.ts'

const text = Joi.string().allow('')
const texts = Joi.array().items(text).required()
const date = Joi.date().iso().max(LATEST_DATE).required()

const profile = Joi.object({
  firstName: text.required(),
  lastName: text.required(),
  birthDate: date,
  phones: texts,
  address: Joi.object({
    street: text.required(),
    city: text.required(),
    zip: text.required(),
    country: text.required(),
    state: text,
  }).required(),
})

const preferences = Joi.object({
  language: Joi.valid('en', 'de', 'es', 'fr').required(),
  newsletter: Joi.boolean().required(),
  theme: Joi.valid('light', 'dark'),
  tags: texts,
})

const card = Joi.object({
  kind: Joi.valid('card').required(),
  holder: text.required(),
  number: text.required(),
  expires: text.required(),
})

const bank = Joi.object({ kind: Joi.valid('bank').required(), iban: text.required(), bic: text })

const wallet = Joi.object({
  kind: Joi.valid('wallet').required(),
  provider: Joi.valid('paypal', 'apple', 'google').required(),
  email: text.required(),
})

const payment = Joi.alternatives().conditional('.kind', {
  switch: [
    { is: 'card', then: card },
    { is: 'bank', then: bank },
    { is: 'wallet', then: wallet },
  ],
})

const order = Joi.object({ id: Joi.number().required(), total: Joi.number().required(), items: texts })

export const accountSchema = Joi.object<Account>({
  id: Joi.number().required(),
  email: text.required(),
  nickname: text,
  status: Joi.valid('active', 'suspended', 'closed').required(),
  createdAt: date,
  updatedAt: date,
  lastLogin: date,
  profile: profile.required(),
  preferences: preferences.required(),
  payment: payment.required(),
  orders: Joi.array().items(order).required(),
}).required()
