import { dateTime } from './date-time.ts'

const texts = { type: 'array', items: { type: 'string' } }

const profileSchema = {
  type: 'object',
  required: ['firstName', 'lastName', 'birthDate', 'phones', 'address'],
  properties: {
    firstName: { type: 'string' },
    lastName: { type: 'string' },
    birthDate: dateTime,
    phones: texts,
    address: {
      type: 'object',
      required: ['street', 'city', 'zip', 'country'],
      properties: {
        street: { type: 'string' },
        city: { type: 'string' },
        zip: { type: 'string' },
        country: { type: 'string' },
        state: { type: 'string' },
      },
    },
  },
}

const preferencesSchema = {
  type: 'object',
  required: ['language', 'newsletter', 'tags'],
  properties: {
    language: { type: 'string', enum: ['en', 'de', 'es', 'fr'] },
    newsletter: { type: 'boolean' },
    theme: { type: 'string', enum: ['light', 'dark'] },
    tags: texts,
  },
}

const paymentSchema = {
  type: 'object',
  anyOf: [
    {
      required: ['kind', 'holder', 'number', 'expires'],
      properties: {
        kind: { const: 'card' },
        holder: { type: 'string' },
        number: { type: 'string' },
        expires: { type: 'string' },
      },
    },
    {
      required: ['kind', 'iban'],
      properties: { kind: { const: 'bank' }, iban: { type: 'string' }, bic: { type: 'string' } },
    },
    {
      required: ['kind', 'provider', 'email'],
      properties: {
        kind: { const: 'wallet' },
        provider: { type: 'string', enum: ['paypal', 'apple', 'google'] },
        email: { type: 'string' },
      },
    },
  ],
}

/** @param number the schema of a number that JSON can represent */
export const accountSchema = (number: object) => ({
  type: 'object',
  required: [
    'id',
    'email',
    'status',
    'createdAt',
    'updatedAt',
    'lastLogin',
    'profile',
    'preferences',
    'payment',
    'orders',
  ],
  properties: {
    id: number,
    email: { type: 'string' },
    nickname: { type: 'string' },
    status: { type: 'string', enum: ['active', 'suspended', 'closed'] },
    createdAt: dateTime,
    updatedAt: dateTime,
    lastLogin: dateTime,
    profile: profileSchema,
    preferences: preferencesSchema,
    payment: paymentSchema,
    orders: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'total', 'items'],
        properties: { id: number, total: number, items: texts },
      },
    },
  },
})
