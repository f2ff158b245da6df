/** What is a value of each scenario's model in an answer: what any call that is accepted must be answered with. */
import { z } from 'zod'

const finite = z.number()
/** As `toISOString` and other serializers write it; years beyond four digits have a sign. */
const dateTime = z
  .string()
  .regex(/^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, 'no ISO 8601 date and time')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'no date that JavaScript can read')

const User = z.looseObject({ id: finite, name: z.string(), surname: z.string(), lastUpdate: dateTime })

const UserList = z.looseObject({ users: z.array(User) })

const Payment = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('card'), holder: z.string(), number: z.string(), expires: z.string() }),
  z.looseObject({ kind: z.literal('bank'), iban: z.string(), bic: z.string().optional() }),
  z.looseObject({ kind: z.literal('wallet'), provider: z.enum(['paypal', 'apple', 'google']), email: z.string() }),
])

const Account = z.looseObject({
  id: finite,
  email: z.string(),
  nickname: z.string().optional(),
  status: z.enum(['active', 'suspended', 'closed']),
  createdAt: dateTime,
  updatedAt: dateTime,
  lastLogin: dateTime,
  profile: z.looseObject({
    firstName: z.string(),
    lastName: z.string(),
    birthDate: dateTime,
    phones: z.array(z.string()),
    address: z.looseObject({
      street: z.string(),
      city: z.string(),
      zip: z.string(),
      country: z.string(),
      state: z.string().optional(),
    }),
  }),
  preferences: z.looseObject({
    language: z.enum(['en', 'de', 'es', 'fr']),
    newsletter: z.boolean(),
    theme: z.enum(['light', 'dark']).optional(),
    tags: z.array(z.string()),
  }),
  payment: Payment,
  orders: z.array(z.looseObject({ id: finite, total: finite, items: z.array(z.string()) })),
})

const Receipt = z.strictObject({ id: z.string().regex(/^ORD-\d{16}$/), total: finite })

const Parameters = z.strictObject({
  id: z.int(),
  fields: z.array(z.string()),
  tenant: z.string(),
  language: z.string(),
})

const Me = z.strictObject({ user: z.string(), requestId: z.string(), entry: z.int().min(1) })

const Greeting = z.strictObject({ hello: z.literal('world') })

const Profile = z.strictObject({
  id: z.int().min(1),
  profile: z.strictObject({ name: z.string(), email: z.string(), age: z.int() }),
  roles: z.array(z.string()),
  metadata: z.strictObject({ version: z.int(), active: z.boolean(), tags: z.array(z.string()), score: finite }),
  createdAt: dateTime,
  updatedAt: dateTime,
})

const tagged = (tag: string, content: z.ZodType) => z.strictObject({ [tag]: content })
const digits = z.string().regex(/^-?\d+$/)
/** In the suite's notation, or as the wire's client has it. */
const bigint = z.union([tagged('$bigint', digits), digits])
/** A client of protobuf has an object for a date, and one for a map. */
const date = z.union([
  tagged('$date', dateTime),
  dateTime,
  z.strictObject({ seconds: tagged('$bigint', digits), nanos: finite }),
])
const bytes = z.union([tagged('$bytes', z.base64()), z.base64()])
const setOf = (item: z.ZodType) => z.union([tagged('$set', z.array(item)), z.array(item)])
const mapOf = (item: z.ZodType) => {
  const entries = z.array(z.tuple([z.string(), item]))
  return z.union([tagged('$map', entries), entries, z.record(z.string(), item)])
}
const orUndefined = (type: z.ZodType) => z.union([tagged('$undefined', z.literal(true)), type]).optional()

const RichUser = z.looseObject({
  id: bigint,
  name: z.string(),
  nickname: orUndefined(z.string()),
  lastUpdate: date,
  roles: setOf(z.string()),
  balances: mapOf(bigint),
  avatar: bytes,
  contact: orUndefined(z.looseObject({ email: z.string(), verifiedAt: orUndefined(date), keys: mapOf(bytes) })),
  sessions: z.array(z.looseObject({ device: z.string(), startedAt: date, endedAt: date })),
})

type Flaw = (answer: unknown) => string | null

export const userFlaw = flawIn(User)
export const userListFlaw = flawIn(UserList)
export const accountFlaw = flawIn(Account)
export const richUserFlaw = flawIn(RichUser)
export const receiptFlaw = flawIn(Receipt)
export const parametersFlaw = flawIn(Parameters)
export const chainFlaw = flawIn(Me)
export const greetingFlaw = flawIn(Greeting)
export const profileFlaw = flawIn(Profile)

/** The first flaw, with the place of it. */
function flawIn(model: z.ZodType): Flaw {
  return (answer) => {
    const parsed = model.safeParse(answer)
    if (parsed.success) return null
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') || 'answer'}: ${issue?.message}`
  }
}
