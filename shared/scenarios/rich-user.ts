import { z } from 'zod'
import type { Random } from '../basics/random.ts'
import { fidelityId, roundTripOutcome, typesSent } from '../contract/fidelity.ts'
import { wrongAt } from '../contract/invalid-cases.ts'
import { observedAt, twoFlaws, unknownKeyAt } from '../contract/observed-cases.ts'
import type {
  Contract,
  InvalidCase,
  InvariantCase,
  ObservedCase,
  Scenario,
  ValidCase,
} from '../contract/scenario.ts'
import { errorIn, isoDate } from '../contract/schema.ts'
import { word } from '../contract/values.ts'
import { hostileCases } from '../invariants/hostile.ts'
import { changing } from '../invariants/inputs.ts'
import { MOST_BYTES, MOST_SESSIONS, type RichUser } from '../models/rich-user.ts'
import { notate, revive } from '../wires/notation.ts'

const tagged = (tag: string, content: z.ZodType) => z.strictObject({ [tag]: content })
const Digits = z.string().regex(/^-?\d+$/)
/** In the suite's notation, or as the wire's client decodes it. */
const Bigint = z.union([tagged('$bigint', Digits), Digits])
/** A protobuf client decodes dates and maps as objects. */
const DateValue = z.union([
  tagged('$date', isoDate),
  isoDate,
  z.strictObject({ seconds: tagged('$bigint', Digits), nanos: z.number() }),
])
const Bytes = z.union([tagged('$bytes', z.base64()), z.base64()])
const setOf = (item: z.ZodType) => z.union([tagged('$set', z.array(item)), z.array(item)])
const mapOf = (item: z.ZodType) => {
  const entries = z.array(z.tuple([z.string(), item]))
  return z.union([tagged('$map', entries), entries, z.record(z.string(), item)])
}
const orUndefined = (type: z.ZodType) =>
  z.union([tagged('$undefined', z.literal(true)), type]).optional()

const Updated = z.looseObject({
  id: Bigint,
  name: z.string(),
  nickname: orUndefined(z.string()),
  lastUpdate: DateValue,
  roles: setOf(z.string()),
  balances: mapOf(Bigint),
  avatar: Bytes,
  contact: orUndefined(
    z.looseObject({ email: z.string(), verifiedAt: orUndefined(DateValue), keys: mapOf(Bytes) }),
  ),
  sessions: z.array(
    z.looseObject({ device: z.string(), startedAt: DateValue, endedAt: DateValue }),
  ),
})

/** `rich-user`: the work of `update-user` with types that JSON lacks, each of which the handler changes. */
export const richUser: Scenario = {
  name: 'rich-user',
  title: 'Rich user',
  position: 4,
  description:
    'decodes a user with a `Date`, `bigint`s, a `Map`, a `Set` and bytes, validates, changes and encodes it',
  validates: true,
  file: 'rich-user',
  route: { method: 'POST', path: '/richUser', procedure: 'richUser', isNoted: true },
  validCase: (random, serial) =>
    validCase('load', userOf(random, { name: `${text(random)} ${serial}` })),
  contract,
  errorOf: errorIn(Updated),
  invariantCases,
  fuzz: {
    from: 'model',
    model: { oracle: null, expected: (json) => notate(expectedUser(revive(json) as RichUser)) },
  },
}

/** Returns the expected response, by JavaScript's date arithmetic in UTC. */
function expectedUser(user: RichUser): RichUser {
  const lastUpdate = new Date(user.lastUpdate)
  lastUpdate.setUTCMonth(lastUpdate.getUTCMonth() + 1)
  const closed = ({ startedAt }: { startedAt: Date }) =>
    new Date(Number(startedAt) + 60 * 60 * 1000)
  return {
    ...user,
    lastUpdate,
    roles: new Set([...user.roles, 'updated']),
    balances: new Map([...user.balances, ['EUR', (user.balances.get('EUR') ?? 0n) + 1n]]),
    avatar: new Uint8Array([...user.avatar].toReversed()),
    sessions: user.sessions.map((session) => ({
      ...session,
      endedAt: session.endedAt ?? closed(session),
    })),
  }
}

function validCase(id: string, user: RichUser): ValidCase {
  return { id, json: JSON.stringify(notate(user)), expected: notate(expectedUser(user)) }
}

/** Returns random bytes. */
function bytes(random: Random, length: number): Uint8Array {
  const drawn = Uint32Array.from({ length: Math.ceil(length / 4) }, () =>
    random.integer(0, 2 ** 32 - 1),
  )
  return new Uint8Array(drawn.buffer, 0, length)
}

/** Returns eight letters and digits from one draw, since a load has tens of thousands. */
const text = (random: Random) => random.integer(36 ** 7, 36 ** 8 - 1).toString(36)

const date = (random: Random) => new Date(random.integer(31_536_000_000, 2_145_916_800_000))
/** Mostly beyond the safe integers, where a number would lose digits. */
const bigint = (random: Random) =>
  BigInt(random.integer(-4e15, 4e15)) * 1151n + BigInt(random.integer(0, 1150))

function userOf(random: Random, change: Partial<RichUser> = {}): RichUser {
  const startedAt = date(random)
  return {
    id: bigint(random),
    name: text(random),
    nickname: text(random),
    lastUpdate: date(random),
    roles: new Set([text(random), text(random)]),
    balances: new Map([
      ['EUR', bigint(random)],
      ['USD', bigint(random)],
    ]),
    avatar: bytes(random, 64),
    contact: {
      email: `${text(random)}@example.com`,
      verifiedAt: date(random),
      keys: new Map([[text(random), bytes(random, 16)]]),
    },
    sessions: [
      { device: text(random), startedAt },
      { device: text(random), startedAt: date(random), endedAt: date(random) },
    ],
    ...change,
  }
}

function contract(random: Random): Contract {
  const user = (change: Partial<RichUser> = {}) => userOf(random, change)
  return {
    valid: validCases(random, user),
    invalid: invalidCases(user),
    observed: observedCases(user),
  }
}

type UserFactory = (change?: Partial<RichUser>) => RichUser

function validCases(random: Random, user: UserFactory): ValidCase[] {
  const { nickname: _, ...nameless } = user()
  const { contact: __, ...contactless } = user()
  const email = `${word(random, 8)}@example.com`
  const year = random.integer(1972, 2036)
  const changes: Record<string, Partial<RichUser>> = {
    'without contact.verifiedAt': { contact: { email, keys: new Map([['a', bytes(random, 16)]]) } },
    'id zero': { id: 0n },
    'a small id': { id: 7n },
    'the largest id': { id: 2n ** 62n },
    'the smallest id': { id: -(2n ** 62n) },
    'beyond the safe integers': { id: 9_007_199_254_740_993n },
    'end of January': { lastUpdate: new Date(`${year}-01-31T10:00:00.123Z`) },
    'before 1970': { lastUpdate: new Date('1969-12-31T23:59:59.999Z') },
    'no roles': { roles: new Set() },
    'no balances': { balances: new Map() },
    'balances without EUR': { balances: new Map([['USD', bigint(random)]]) },
    'keys of a map that are names of an object': {
      balances: new Map(
        ['constructor', 'toString', '1', '', 'a.b'].map((key) => [key, bigint(random)]),
      ),
    },
    'no keys': { contact: { email, keys: new Map() } },
    'no avatar': { avatar: new Uint8Array() },
    'bytes of every value': { avatar: Uint8Array.from({ length: 256 }, (_, i) => i) },
    'a long avatar': { avatar: bytes(random, 5_000) },
    'no sessions': { sessions: [] },
    unicode: {
      name: `Zoë 李小龙 👩🏽‍💻 "${word(random, 3)}" \\`,
      roles: new Set(['Ωмега']),
    },
  }
  return [
    ...Array.from({ length: 3 }, () => validCase('ordinary user', user())),
    validCase('without nickname', nameless),
    validCase('without contact', contactless),
    ...Object.entries(changes).map(([id, change]) => validCase(id, user(change))),
  ]
}

function invalidCases(user: UserFactory): InvalidCase[] {
  const wrong = (path: string, json: string | undefined) =>
    wrongAt(() => notate(user()), path, json)
  const required = [
    'id',
    'name',
    'lastUpdate',
    'roles',
    'balances',
    'avatar',
    'contact.email',
    'contact.keys',
    'sessions',
    'sessions.1.startedAt',
  ]
  const wrongTypes: [path: string, json: string][] = [
    ['id', '"abc"'],
    ['id', '{"a":1}'],
    ['id', '{"$bigint":"123456789012345678901234567890"}'],
    ['name', '{"a":"b"}'],
    ['nickname', '{"a":"b"}'],
    ['lastUpdate', '"not-a-date"'],
    ['lastUpdate', '{"$date":null}'],
    ['lastUpdate', '{"a":1}'],
    ['roles', '"text"'],
    ['roles', '{"$set":[{"a":1}]}'],
    ['balances', '"text"'],
    ['balances', '{"$map":[["EUR","abc"]]}'],
    ['avatar', '"***"'],
    ['avatar', '{"a":1}'],
    ['contact', '"text"'],
    ['contact.keys', '"text"'],
    ['contact.verifiedAt', '"never"'],
    ['sessions', '"text"'],
    ['sessions.0.startedAt', '"not-a-date"'],
    ['sessions.1.device', '{"a":"b"}'],
  ]
  const { id: _, ...rest } = user()
  return [
    ...required.map((path) => wrong(path, undefined)),
    ...wrongTypes.map(([path, json]) => wrong(path, json)),
    ...['null', '[]', '"text"', '5', '{"$map":[]}', '{"$date":"2020-01-05T00:00:00.000Z"}'].map(
      (json) => ({
        id: `user is ${json}`,
        json,
      }),
    ),
    {
      id: 'truncated body',
      json: JSON.stringify(notate(rest)),
      body: (encoded) => encoded.slice(0, encoded.length >> 1),
    },
    { id: 'empty body', json: JSON.stringify(notate(rest)), body: () => '' },
  ]
}

function observedCases(user: UserFactory): ObservedCase[] {
  return [
    ...typesSent.map((sent) =>
      observedAt(notate(user()), sent.path, sent.json, {
        id: fidelityId(sent.type),
        title: sent.type,
        describe: (value) => roundTripOutcome(sent, value),
      }),
    ),
    unknownKeyAt(notate(user()), 'extra', { id: 'unknown key', title: 'an unknown key' }),
    twoFlaws(notate(user()), ['avatar', '{"a":"b"}'], ['lastUpdate', '"not-a-date"']),
  ]
}

function invariantCases(random: Random): InvariantCase[] {
  const change = changing(richUser, random)
  const session = '{"device":"a","startedAt":{"$date":"2020-01-05T00:00:00.000Z"}}'
  return [
    change.rejected('id', `{"$bigint":"${'9'.repeat(50_000)}"}`, 'a bigint of 50,000 digits', 2),
    change.rejected(
      'avatar',
      `{"$bytes":"${'AAAA'.repeat((1.01 * MOST_BYTES) / 3)}"}`,
      'bytes above the limit',
      2,
    ),
    change.rejected(
      'sessions',
      `[${Array(MOST_SESSIONS + 1).fill(session)}]`,
      'sessions above the limit',
      2,
    ),
    ...hostileCases(richUser, random),
  ]
}
