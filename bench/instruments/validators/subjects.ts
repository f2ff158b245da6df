/**
 * Operations of a library: how to make an input, call the operation and verify the result. Runs in the library's process, on any
 * runtime, and imports nothing that a library may import itself.
 */

import type { OperationId } from '../../../charts/instruments/validators/format.ts'
import { isJson } from '../../../shared/basics/text.ts'
import type { Steps } from '../../../shared/models/steps.ts'
import type { User } from '../../../shared/models/user.ts'
import type { Observation, Pool, Template } from './commands.ts'

/** `reject` is `parse` with invalid values only; `versions` counts it. */
export type BenchedId = OperationId | 'reject'

export interface BenchedOperation {
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
const INVALID_INTERVAL = 1_009

function isInvalid(serial: number): boolean {
  return serial % INVALID_INTERVAL === 0
}

/** Returns an empty operation, to measure the loop around calls. */
export function nothing(input: BenchedOperation['input']): BenchedOperation {
  return { input, call: (given) => given, errorOf: () => null }
}

/**
 * Returns the functions that a module exports, as operations whose input is the number of the call. Calls each once.
 * @throws if there is none, or one throws
 */
export async function casesOf(module: Readonly<Record<string, unknown>>) {
  const cases = new Map<string, BenchedOperation>()
  let isAsync = false
  for (const [name, call] of Object.entries(module)) {
    if (typeof call !== 'function') continue
    try {
      const result = call(0)
      isAsync ||= result instanceof Promise
      await result
    } catch (error) {
      throw new Error(`${name} throws ${textOf(error)}`)
    }
    cases.set(name, {
      input: (serial) => serial,
      call: call as BenchedOperation['call'],
      errorOf: () => null,
    })
  }
  if (cases.size === 0) throw new Error('the module exports no function')
  return { cases, isAsync }
}

/** Returns the library's operations. */
export function subjectsOf(steps: Steps, pool: Pool): Map<BenchedId, BenchedOperation> {
  const { firstError, allErrors } = steps
  const valid = (serial: number) => validInput(pool, serial)
  const invalid = (serial: number) => parsed(templateOf(pool.invalid, serial), serial)
  const mostlyValid = (serial: number) => (isInvalid(serial) ? invalid(serial) : valid(serial))
  const subjects = new Map<BenchedId, BenchedOperation>()
  subjects.set('validate', {
    input: mostlyValid,
    call: (body) => steps.validate(body),
    errorOf(result, serial) {
      if (result === !isInvalid(serial)) return null
      return result === true
        ? 'validate accepts an invalid value'
        : `validate rejects a valid value: ${String(result)}`
    },
  })
  if (firstError) {
    const errorOf = (error: unknown) =>
      error === undefined || error === null ? 'firstError finds nothing' : null
    subjects.set('firstError', { input: invalid, call: (body) => firstError(body), errorOf })
  }
  if (allErrors) {
    const errorOf = (errors: unknown) =>
      (errors as unknown[]).length > 0 ? null : 'allErrors finds nothing'
    subjects.set('allErrors', { input: invalid, call: (body) => allErrors(body), errorOf })
  }
  subjects.set('parse', {
    input: mostlyValid,
    call: (body) => steps.parse(body),
    errorOf(user, serial) {
      if (!isInvalid(serial)) return userFault(pool, user as User | null, serial, 'parse')
      return user === null ? null : 'parse accepts an invalid value'
    },
  })
  subjects.set('reject', {
    input: invalid,
    call: (body) => steps.parse(body),
    errorOf: (user) => (user === null ? null : 'parse accepts an invalid value'),
  })
  subjects.set('stringify', {
    // As in a server: the output of the library's own `parse`.
    input: (serial) => steps.parse(valid(serial)),
    call: (user) => steps.stringify(user as User),
    errorOf: (text, serial) =>
      userFault(pool, withDate(JSON.parse(text as string)), serial, 'stringify'),
  })
  return subjects
}

export function validInput(pool: Pool, serial: number): unknown {
  return parsed(templateOf(pool.valid, serial), serial)
}

function parsed({ head, tail }: Template, serial: number): unknown {
  return JSON.parse(`${head}${serial}${tail}`)
}

function templateOf<T extends Template>(templates: readonly T[], serial: number): T {
  return templates[serial % templates.length] as T
}

function withDate(json: Record<string, unknown>): User {
  return { ...json, lastUpdate: new Date(json.lastUpdate as string) } as User
}

function userFault(
  { valid }: Pool,
  user: User | null,
  serial: number,
  step: string,
): string | null {
  if (user === null) return `${step} rejects a valid value`
  const { name, surname, time } = templateOf(valid, serial)
  const isRight =
    user.id === serial &&
    user.name === name &&
    user.surname === surname &&
    Number(user.lastUpdate) === time
  return isRight ? null : `${step} returns ${JSON.stringify(user)} for the user ${serial}`
}

/** Runs the steps on each input, sequentially. */
export async function observeAll(steps: Steps, texts: readonly string[]): Promise<Observation[]> {
  const seen: Observation[] = []
  for (const text of texts) seen.push(await observe(steps, text))
  return seen
}

/** Runs the steps on one input. Each step gets its own object, as in a measurement. */
async function observe(steps: Steps, text: string): Promise<Observation> {
  let threw: string | null = null
  const trial = async <T>(step: string, work: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      threw ??= `${step} throws ${textOf(error)}`
      return otherwise
    }
  }
  const body = () => JSON.parse(text)
  if (!isJson(text)) return { ...NO_JSON }
  const validated = await trial('validate', () => steps.validate(body()), false)
  const user = await trial<User | null>('parse', () => steps.parse(body()), null)
  const written =
    user && (await trial<string | null>('stringify', () => steps.stringify(user), null))
  const first = await trial('firstError', () => steps.firstError?.(body()), undefined)
  const all = await trial<readonly unknown[]>(
    'allErrors',
    () => steps.allErrors?.(body()) ?? [],
    [],
  )
  return {
    threw,
    validated,
    text: written,
    firstError: first === undefined || first === null ? null : jsonOf(first),
    allErrors: all.length === 0 ? null : jsonOf(all),
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** For JSON that the engine cannot parse, perhaps because of its depth; it never reaches a library. */
const NO_JSON: Observation = {
  threw: null,
  validated: false,
  text: null,
  firstError: 'no JSON',
  allErrors: 'no JSON',
}

/** Errors may contain values that JSON cannot represent. */
function jsonOf(error: unknown): string {
  try {
    return JSON.stringify(error) ?? String(error)
  } catch {
    return String(error)
  }
}
