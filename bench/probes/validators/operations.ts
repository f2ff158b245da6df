/**
 * Operations of a library: how to make an input, call the operation and verify the result. Runs in the library's process, on any
 * runtime, and imports nothing that a library may import itself.
 */
import { isJson } from '../../../shared/basics/text.ts'
import type { Steps } from '../../../shared/models/steps.ts'
import type { User } from '../../../shared/models/user.ts'
import type { Pool } from './inputs.ts'

export interface Operation {
  /** Returns the input of a serial number, newly parsed, so that inputs are neither identical nor equal. */
  input(serial: number): unknown
  call(input: unknown): unknown
  /** Returns the error of a result, or null. */
  errorOf(result: unknown, serial: number): string | null
}

/**
 * Interval of invalid values among those to accept. They catch a library that stops validating, and hardly change the mean. A
 * prime, so that they occur at all places of a batch.
 */
export const INVALID_INTERVAL = 1_009

export const isInvalid = (serial: number) => serial % INVALID_INTERVAL === 0

/** Returns an empty operation, to measure the loop around calls. */
export function emptyOperation(input: Operation['input']): Operation {
  return { input, call: (given) => given, errorOf: () => null }
}

/** Returns the names of the functions that a module exports. @throws if there is none */
export function caseNames(module: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(module).filter((name) => typeof module[name] === 'function')
  if (names.length === 0) throw new Error('the module exports no function')
  return names
}

/**
 * Calls a module's function once, and returns it as an operation whose input is the number of the call.
 * @throws if it throws, or returns what still has to be run
 */
export async function caseOf(
  module: Readonly<Record<string, unknown>>,
  name: string,
): Promise<Operation> {
  const call = module[name] as Operation['call']
  let result: unknown
  try {
    result = await call(0)
  } catch (error) {
    throw new Error(`${name} throws ${messageOf(error)}`)
  }
  if (typeof (result as Partial<Iterator<unknown>> | null)?.next === 'function')
    throw new Error(`${name} returns an iterator, which nothing reads: return what it yields`)
  return { ...emptyOperation((serial) => serial), call }
}

/** Returns the library's operations by name. */
export function operationsOf(steps: Steps, pool: Pool): Map<string, Operation> {
  const { firstError, allErrors, parseUndated } = steps
  const valid = (serial: number) => validInput(pool, serial)
  const invalid = (serial: number) => JSON.parse(textOf(pool.invalid, serial, pool))
  const mostlyValid = (serial: number) => (isInvalid(serial) ? invalid(serial) : valid(serial))
  const undated = (serial: number) =>
    JSON.parse(textOf(isInvalid(serial) ? pool.invalidUndated : pool.undated, serial, pool))
  const operations: Record<string, Operation | null> = {
    validate: {
      input: mostlyValid,
      call: (body) => steps.validate(body),
      errorOf(result, serial) {
        if (result === !isInvalid(serial)) return null
        return result === true
          ? 'validate accepts an invalid value'
          : `validate rejects a valid value: ${String(result)}`
      },
    },
    firstError: firstError && {
      input: invalid,
      call: (body) => firstError(body),
      errorOf: (error) => (error == null ? 'firstError finds nothing' : null),
    },
    allErrors: allErrors && {
      input: invalid,
      call: (body) => allErrors(body),
      errorOf: (errors) => ((errors as unknown[]).length > 0 ? null : 'allErrors finds nothing'),
    },
    parse: {
      input: mostlyValid,
      call: (body) => steps.parse(body),
      errorOf(user, serial) {
        if (!isInvalid(serial)) return userFault(pool, user, serial, 'parse')
        return user === null ? null : 'parse accepts an invalid value'
      },
    },
    parseUndated: parseUndated && {
      input: undated,
      call: (body) => parseUndated(body),
      errorOf(user, serial) {
        if (isInvalid(serial)) return user === null ? null : 'parseUndated accepts an invalid value'
        const text = JSON.stringify(user, UNDATED)
        if (text === textOf(pool.undated, serial, pool)) return null
        return `parseUndated returns ${JSON.stringify(user)} for the user ${serial}`
      },
    },
    stringify: {
      // As in a server: the output of the library's own `parse`.
      input: (serial) => steps.parse(valid(serial)),
      call: (user) => steps.stringify(user as User),
      errorOf: (text, serial) => userFault(pool, JSON.parse(text as string), serial, 'stringify'),
    },
  }
  return new Map(
    Object.entries(operations).flatMap(([name, operation]) =>
      operation ? [[name, operation]] : [],
    ),
  )
}

const textOf = (texts: readonly string[], serial: number, { firstSerial }: Pool) =>
  (texts[serial % texts.length] as string).replace(String(firstSerial), String(serial))

export const validInput = (pool: Pool, serial: number): unknown =>
  JSON.parse(textOf(pool.valid, serial, pool))

const UNDATED = ['id', 'name', 'surname']

/** Compares a user with the input of a serial number, whatever the order of its keys. */
function userFault(pool: Pool, user: unknown, serial: number, step: string): string | null {
  if (user === null) return `${step} rejects a valid value`
  const isConverted = step === 'stringify' || (user as User).lastUpdate instanceof Date
  const text = JSON.stringify(user, [...UNDATED, 'lastUpdate'])
  if (isConverted && text === textOf(pool.valid, serial, pool)) return null
  return `${step} returns ${JSON.stringify(user)} for the user ${serial}`
}

/** Results of the steps for one input. */
export interface Observation {
  /** Error of the first step that throws, with its name, or null. */
  threw: string | null
  validated: boolean
  /** Output of `parse`, serialized by `stringify`; null if rejected. */
  text: string | null
  /** JSON of the output of `parseUndated` for the input without its date; null if rejected, undefined without such a step. */
  undated: string | null | undefined
  /** JSON of the first error, and of all errors; null if the step returned none or does not exist. */
  firstError: string | null
  allErrors: string | null
}

/** Runs the steps on an input, up to one that throws. Each step gets its own object, as in a measurement. */
export async function observe(steps: Steps, text: string): Promise<Observation> {
  const observation: Observation = {
    threw: null,
    validated: false,
    text: null,
    undated: undefined,
    firstError: null,
    allErrors: null,
  }
  // JSON that the engine cannot parse, perhaps because of its depth, never reaches a library.
  if (!isJson(text)) return { ...observation, firstError: 'no JSON', allErrors: 'no JSON' }
  let step = ''
  const bodyFor = (name: string) => {
    step = name
    return JSON.parse(text)
  }
  try {
    observation.validated = await steps.validate(bodyFor('validate'))
    const user = await steps.parse(bodyFor('parse'))
    step = 'stringify'
    observation.text = user && steps.stringify(user)
    if (steps.parseUndated) {
      const body = bodyFor('parseUndated')
      if (body !== null && typeof body === 'object') delete body.lastUpdate
      const undated = await steps.parseUndated(body)
      observation.undated = undated && JSON.stringify(undated, UNDATED)
    }
    const first = await steps.firstError?.(bodyFor('firstError'))
    if (first != null) observation.firstError = jsonOf(first)
    const errors = (await steps.allErrors?.(bodyFor('allErrors'))) ?? []
    if (errors.length > 0) observation.allErrors = jsonOf(errors)
  } catch (error) {
    observation.threw = `${step} throws ${messageOf(error)}`
  }
  return observation
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Errors may contain values that JSON cannot represent. */
function jsonOf(error: unknown): string {
  try {
    return JSON.stringify(error) ?? String(error)
  } catch {
    return String(error)
  }
}
