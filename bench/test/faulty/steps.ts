/** Correct and faulty steps, with the reasons of disqualification. */
import { pathToFileURL } from 'node:url'
import { Invalid } from '../../../shared/models/invalid.ts'
import type { Steps, Undated } from '../../../shared/models/steps.ts'
import {
  deserializeUser,
  parseUser,
  type User,
  type UserJson,
} from '../../../shared/models/user.ts'
import { disclosure } from '../../../shared/test/samples.ts'

const parse = (body: unknown) => {
  const user = parseUser(body)
  return user instanceof Invalid ? null : user
}
const fieldsOf = (body: unknown) => {
  const user = parseUser(body)
  return user instanceof Invalid ? user.fields : []
}

const VALID_DATE = '2026-02-28T12:00:00.000Z'

export const honest = {
  library: 'honest',
  package: null,
  validate: (body) => parse(body) !== null,
  parse,
  parseUndated: (body) =>
    parse({ ...Object(body), lastUpdate: VALID_DATE }) ? (body as Undated) : null,
  stringify: JSON.stringify,
  firstError: (body) => fieldsOf(body)[0],
  allErrors: fieldsOf,
} satisfies Steps

/** Keeps compilers from eliminating the work. */
let spent = 0
let calls = 0
let lastBody: unknown
let lastText = ''
let lastResponse = false
let wasInvalid = false
let lastUser: User | null = null
let lastUndated: Undated | null = null

/** Takes as long as 500 validations. */
function slowly<T>(work: () => T): T {
  for (let i = 0; i < 500; i++)
    spent += fieldsOf({ id: i, name: '', surname: '', lastUpdate: '' }).length
  if (spent < 0) throw new Error('a sum of lengths')
  return work()
}

interface FaultySteps {
  steps: Partial<Steps>
  /** Reason of its disqualification; omitted if it is correct, but fast on known input. */
  disqualified?: RegExp
  /** Caught only when it is timed. */
  late?: true
}

export const faultySteps: Record<string, FaultySteps> = {
  'accepts-all': {
    steps: { validate: () => true },
    disqualified: /^missing id: validate accepts /,
  },
  'parses-all': {
    steps: { parse: (body) => deserializeUser(Object(body) as UserJson) },
    disqualified: /^missing id: parse accepts /,
  },
  'parses-all-undated': {
    steps: { parseUndated: (body) => body as Undated },
    disqualified: /^missing id: parseUndated accepts /,
  },
  'gives-the-last-undated': {
    steps: {
      parseUndated(body) {
        const user = honest.parseUndated(body)
        const last = lastUndated ?? user
        lastUndated = user
        return user && last
      },
    },
    disqualified: /parseUndated gives /,
  },
  'throws-on-the-1000th-call': {
    steps: {
      validate(body) {
        if (++calls === 1_000) throw new RangeError('the thousandth')
        return honest.validate(body)
      },
    },
    disqualified: /validate throws RangeError: the thousandth$/,
  },
  'wrong-after-an-invalid-one': {
    steps: {
      validate(body) {
        const isWrong = wasInvalid
        wasInvalid = !honest.validate(body)
        return !wasInvalid && !isWrong
      },
    },
    disqualified: /^a valid call after missing id: validate rejects /,
  },
  'gives-the-last-user': {
    steps: {
      parse(body) {
        const user = parse(body)
        const last = lastUser ?? user
        lastUser = user
        return user && last
      },
    },
    disqualified: /parse and stringify give /,
  },
  'tells-one-of-two-errors': {
    steps: { allErrors: (body) => fieldsOf(body).slice(0, 1) },
    disqualified: /^two wrong fields, call 1: "all errors" names only one wrong field$/,
  },
  'names-no-field': {
    steps: { firstError: (body) => (fieldsOf(body).length > 0 ? 'not good' : undefined) },
    disqualified: /^missing id: the first error names no wrong field/,
  },
  'throws-on-what-it-rejects': {
    steps: {
      parse(body) {
        const user = parse(body)
        if (!user) throw new TypeError('invalid')
        return user
      },
    },
    disqualified: /^missing id: parse throws TypeError: invalid; also violated: id: "abc", /,
  },
  'takes-infinity': {
    steps: { parse: (body) => parse(body) ?? infinite(body) },
    disqualified: /^id: 1e999: parse accepts /,
  },
  'stops-looking-after-10000-calls': {
    steps: { validate: (body) => ++calls > 10_000 || honest.validate(body) },
    disqualified: /^validate accepts an invalid value$/,
    late: true,
  },
  'knows-its-last-object': {
    steps: {
      validate(body) {
        if (body !== lastBody) lastResponse = slowly(() => honest.validate(body))
        lastBody = body
        return lastResponse
      },
    },
  },
  'knows-its-last-value': {
    steps: {
      validate(body) {
        const text = textOf(body)
        if (text !== lastText) lastResponse = slowly(() => honest.validate(body))
        lastText = text
        return lastResponse
      },
    },
  },
}

/** Returns an empty string for a value that is nested too deeply. */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    return ''
  }
}

/** Returns a user with an infinite id. */
function infinite(body: unknown): User | null {
  const { id, ...rest } = Object(body) as UserJson
  return typeof id === 'number' && !Number.isFinite(id)
    ? { ...(parse({ ...rest, id: 0 }) as User), id }
    : null
}

export function faultyStepsOf(name: string): Steps {
  return { ...honest, library: name, ...faultySteps[name]?.steps }
}

/** Returns the files of a server folder with the steps of a faulty library; with correct steps if there is none. */
export function stepsFolder(name: string): Record<string, unknown> {
  const module = pathToFileURL(import.meta.filename)
  return {
    'package.json': {
      name: `@faulty/${name}`,
      private: true,
      type: 'module',
      bench: { router: false, ...disclosure, description: name },
    },
    'update-user.ts': '',
    'steps.ts': `import { faultyStepsOf } from '${module}'\n\nexport const steps = faultyStepsOf('${name}')\n`,
  }
}
