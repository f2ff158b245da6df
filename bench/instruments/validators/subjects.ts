/**
 * What is measured of a library: for each operation how an input is made, how it is called, and what must come of it; and what
 * its steps make of any input. It runs in the library's own process, on any runtime, and imports nothing that a library may have to import itself.
 */

import type { OperationId } from '../../../charts/instruments/validators/format.ts'
import { isJson } from '../../../shared/basics/text.ts'
import type { Steps } from '../../../shared/models/steps.ts'
import type { User } from '../../../shared/models/user.ts'
import type { Observation, Pool, Template } from './commands.ts'

export interface BenchedOperation {
  /** The input of a serial number: parsed from text anew, so that no two are one object or equal. */
  input(serial: number): unknown
  call(input: unknown): unknown
  /** What is wrong with what a call gave; null where nothing is. */
  flawOf(result: unknown, serial: number): string | null
}

/**
 * One value in so many of those to be accepted is invalid after all, and must be refused: whoever stops looking is found
 * out, and the mean hardly moves. A prime number, so that they come at all places of a batch.
 */
const INVALID_ONE = 1_009

function isInvalidOne(serial: number): boolean {
  return serial % INVALID_ONE === 0
}

/** A call of nothing, to know what the loop around a call costs. */
export function nothing(pool: Pool): BenchedOperation {
  return { input: (serial) => validInput(pool, serial), call: (input) => input, flawOf: () => null }
}

/** The operations that the library has. */
export function subjectsOf(steps: Steps, pool: Pool): Map<OperationId, BenchedOperation> {
  const { firstError, allErrors } = steps
  const valid = (serial: number) => validInput(pool, serial)
  const invalid = (serial: number) => parsed(templateOf(pool.invalid, serial), serial)
  const mostlyValid = (serial: number) => (isInvalidOne(serial) ? invalid(serial) : valid(serial))
  const subjects = new Map<OperationId, BenchedOperation>()
  subjects.set('validate', {
    input: mostlyValid,
    call: (body) => steps.validate(body),
    flawOf(result, serial) {
      if (result === !isInvalidOne(serial)) return null
      return result === true ? 'validate accepts an invalid value' : `validate refuses a valid value: ${String(result)}`
    },
  })
  if (firstError) {
    subjects.set('firstError', {
      input: invalid,
      call: (body) => firstError(body),
      flawOf: (result) => (result === undefined || result === null ? 'firstError finds nothing' : null),
    })
  }
  if (allErrors) {
    subjects.set('allErrors', {
      input: invalid,
      call: (body) => allErrors(body),
      flawOf: (result) => ((result as unknown[]).length > 0 ? null : 'allErrors finds nothing'),
    })
  }
  subjects.set('parse', {
    input: mostlyValid,
    call: (body) => steps.parse(body),
    flawOf(user, serial) {
      if (!isInvalidOne(serial)) return userFlaw(pool, user as User | null, serial, 'parse')
      return user === null ? null : 'parse accepts an invalid value'
    },
  })
  subjects.set('stringify', {
    // As a server has it: of the library's own making.
    input: (serial) => steps.parse(valid(serial)),
    call: (user) => steps.stringify(user as User),
    flawOf: (text, serial) => userFlaw(pool, withDate(JSON.parse(text as string)), serial, 'stringify'),
  })
  return subjects
}

function validInput(pool: Pool, serial: number): unknown {
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

function userFlaw({ valid }: Pool, user: User | null, serial: number, step: string): string | null {
  if (user === null) return `${step} refuses a valid value`
  const { name, surname, time } = templateOf(valid, serial)
  const isRight =
    user.id === serial && user.name === name && user.surname === surname && Number(user.lastUpdate) === time
  return isRight ? null : `${step} gives ${JSON.stringify(user)} for the user ${serial}`
}

/** What the steps make of each input, one after the other. */
export async function observeAll(steps: Steps, texts: readonly string[]): Promise<Observation[]> {
  const seen: Observation[] = []
  for (const text of texts) seen.push(await observe(steps, text))
  return seen
}

/** What the steps make of one input, whatever it is. Each step gets an object of its own, as each has in a measurement. */
async function observe(steps: Steps, text: string): Promise<Observation> {
  let threw: string | null = null
  const trial = async <T>(step: string, work: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      threw ??= `${step} throws ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
      return otherwise
    }
  }
  const body = () => JSON.parse(text)
  if (!isJson(text)) return { ...NO_JSON }
  const validated = await trial('validate', () => steps.validate(body()), false)
  const user = await trial<User | null>('parse', () => steps.parse(body()), null)
  const written = user && (await trial<string | null>('stringify', () => steps.stringify(user), null))
  const first = await trial('firstError', () => steps.firstError?.(body()), undefined)
  const all = await trial<readonly unknown[]>('allErrors', () => steps.allErrors?.(body()) ?? [], [])
  return {
    threw,
    validated,
    text: written,
    firstError: first === undefined || first === null ? null : jsonOf(first),
    allErrors: all.length === 0 ? null : jsonOf(all),
  }
}

/** What no engine can parse reaches no library: it may be nested more deeply than that engine goes. */
const NO_JSON: Observation = { threw: null, validated: false, text: null, firstError: 'no JSON', allErrors: 'no JSON' }

/** Errors may hold what JSON has no text for. */
function jsonOf(error: unknown): string {
  try {
    return JSON.stringify(error) ?? String(error)
  } catch {
    return String(error)
  }
}
