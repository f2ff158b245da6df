/** What a library's steps make of one input, whatever it is. */
import type { Steps } from '../../shared/models/steps.ts'
import type { User } from '../../shared/models/user.ts'
import type { Observation } from './commands.ts'

/** Each step gets an object of its own, as each has in a measurement. */
export function observe(steps: Steps, text: string): Observation {
  let threw: string | null = null
  const trial = <T>(step: string, work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch (error) {
      threw ??= `${step} throws ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
      return otherwise
    }
  }
  const body = () => JSON.parse(text)
  if (!isJson(text)) return { ...NO_JSON }
  const validated = trial('validate', () => steps.validate(body()), false)
  const user = trial<User | null>('parse', () => steps.parse(body()), null)
  const written = user && trial<string | null>('stringify', () => steps.stringify(user), null)
  const first = trial('firstError', () => steps.firstError?.(body()), undefined)
  const all = trial('allErrors', () => steps.allErrors?.(body()) ?? [], [])
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Errors may hold what JSON has no text for. */
function jsonOf(error: unknown): string {
  try {
    return JSON.stringify(error) ?? String(error)
  } catch {
    return String(error)
  }
}
