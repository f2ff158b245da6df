/** Derives a server's strictness from its observed behaviour in a scenario, and compares it with its manifest. */
import type { Validation } from '../format/disclosure.ts'

interface Seen {
  id: string
  outcome: string
  status: number | null
}

/** Observed strictness; properties that were not observed are left out. */
export interface ObservedValidation {
  /** `accepted` if the response does not show what happened to the key. */
  unknownKeys?: Validation['unknownKeys'] | 'accepted'
  coerces?: boolean
  errors?: Validation['errors']
}

/** Ids of cases with an unknown key. */
const UNKNOWN_KEY = ['unknown key', 'unknown key extra', 'unknown key of a user', 'extra: "x"']
/** Ids of cases with a string of digits for a number. */
const DIGITS = ['id as a string', 'orders.0.total: "5"', 'discount: "5"']

const isAccepted = ({ status }: Seen) => status !== null && status >= 200 && status < 300

export function observedValidation(behaviours: readonly Seen[]): ObservedValidation {
  const behaviourOf = (ids: readonly string[]) => behaviours.find(({ id }) => ids.includes(id))
  const observed: ObservedValidation = {}
  const key = behaviourOf(UNKNOWN_KEY)
  if (key) observed.unknownKeys = keyOutcome(key)
  const digits = behaviourOf(DIGITS)
  if (digits) observed.coerces = isAccepted(digits)
  // A rejection that names no field does not show how many errors are reported.
  const count = /\bnames (one|both)$/.exec(behaviourOf(['two fields wrong'])?.outcome ?? '')?.[1]
  if (count) observed.errors = count === 'both' ? 'all' : 'first'
  return observed
}

/** Returns what a server did with an unknown key. */
export function keyOutcome(seen: Seen): NonNullable<ObservedValidation['unknownKeys']> {
  if (!isAccepted(seen)) return 'rejected'
  const { outcome } = seen
  return outcome === 'stripped' || outcome === 'echoed' ? outcome : 'accepted'
}

/**
 * Returns a line for each claim of the manifest that observations refute. A manifest applies to all scenarios of its folder;
 * it is tested by the cases of `update-user`, which apply to any schema.
 */
export function refutedClaims(claimed: Validation, behaviours: readonly Seen[]): string[] {
  const isUpdateUser = behaviours.some(({ id }) => id === 'unknown key')
  const { unknownKeys, coerces, errors } = observedValidation(behaviours)
  const observed = { ...(isUpdateUser && { unknownKeys, coerces }), errors }
  return Object.entries(observed)
    .filter(
      ([what, value]) => value !== undefined && value !== claimed[what as keyof typeof observed],
    )
    .map(
      ([what, value]) =>
        `its manifest says bench.validation.${what}: ${claimed[what as keyof typeof observed]}, but it is ${value}`,
    )
}
