/** Derives a server's strictness from the observed behaviors in one scenario, and compares it with its manifest. */
import { listed } from '../basics/text.ts'
import type { Validation } from './disclosure.ts'

interface Seen {
  id: string
  outcome: string
  status: number | null
}

/** Strictness that a scenario shows of a server; a property that it does not show is left out. */
export interface ObservedValidation {
  /** `accepted` where the response does not show what became of the key. */
  unknownKeys?: Validation['unknownKeys'] | 'accepted'
  coerces?: boolean
  errors?: Validation['errors']
}

/** Cases in which a key that the model does not have is sent, by the scenarios' names for them. */
const UNKNOWN_KEY = ['unknown key', 'unknown key extra', 'extra: "x"']
/** Cases in which a text of digits stands for a number. */
const DIGITS = ['id as a string', 'orders.0.total: "5"', 'discount: "5"']

/** Names for caveats of values in cases that some stored runs observed before the contract rejected them. */
const DATES = { 'date: null': 'null', 'date: true': 'booleans', 'date: a number': 'numbers' }

const isAccepted = ({ status }: Seen) => status !== null && status >= 200 && status < 300

export function observedValidation(behaviours: readonly Seen[]): ObservedValidation {
  const seen = (ids: readonly string[]) => behaviours.find(({ id }) => ids.includes(id))
  const observed: ObservedValidation = {}
  const key = seen(UNKNOWN_KEY)
  if (key) observed.unknownKeys = keyOutcome(key)
  const digits = seen(DIGITS)
  if (digits) observed.coerces = isAccepted(digits)
  // A refusal that names no field says nothing of how many flaws were looked for.
  const named = /\bnames (one|both)$/.exec(seen(['two fields wrong'])?.outcome ?? '')?.[1]
  if (named) observed.errors = named === 'both' ? 'all' : 'first'
  return observed
}

/**
 * Returns the invalid dates that a server accepted in a run whose contract did not reject them yet, as a caveat names
 * them; undefined without any.
 */
export function acceptedDates(behaviours: readonly Seen[]): string | undefined {
  const accepted = Object.entries(DATES).filter(([id]) => behaviours.some((seen) => seen.id === id && isAccepted(seen)))
  return accepted.length > 0 ? `accepts ${listed(accepted.map(([, value]) => value))} as a date` : undefined
}

/** Returns what a server did with an unknown key. */
export function keyOutcome(seen: Seen): NonNullable<ObservedValidation['unknownKeys']> {
  if (!isAccepted(seen)) return 'rejected'
  const { outcome } = seen
  return outcome === 'stripped' || outcome === 'echoed' ? outcome : 'accepted'
}

/**
 * Returns a line for each claim of the manifest that the observed behaviors refute. A manifest applies to all scenarios
 * of its folder, so only `update-user`'s cases test it: they exist in any schema.
 */
export function refutedClaims(claimed: Validation, behaviours: readonly Seen[]): string[] {
  const isUpdateUser = behaviours.some(({ id }) => id === 'unknown key')
  const { unknownKeys, coerces, errors } = observedValidation(behaviours)
  const observed = { ...(isUpdateUser && { unknownKeys, coerces }), errors }
  return Object.entries(observed)
    .filter(([what, value]) => value !== undefined && value !== claimed[what as keyof typeof observed])
    .map(
      ([what, value]) =>
        `its manifest says bench.validation.${what}: ${claimed[what as keyof typeof observed]}, and it is ${value}`,
    )
}
