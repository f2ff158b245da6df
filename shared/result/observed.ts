/** How strictly a server validates, from what was observed of it in one scenario, and whether its manifest says the same. */
import { listed } from '../basics/text.ts'
import type { Validation } from './disclosure.ts'

/** What was seen of a case that is observed and not judged. */
interface Seen {
  id: string
  outcome: string
  status: number | null
}

/** What a scenario shows of a server's strictness; what it does not show is left out. */
export interface ObservedValidation {
  /** `accepted` where the answer does not show what became of the key. */
  unknownKeys?: Validation['unknownKeys'] | 'accepted'
  coerces?: boolean
  errors?: Validation['errors']
}

/** Cases in which a key that the model does not have is sent, by the scenarios' names for them. */
const UNKNOWN_KEY = ['unknown key', 'unknown key extra', 'extra: "x"']
/** Cases in which a text of digits stands for a number. */
const DIGITS = ['id as a string', 'orders.0.total: "5"', 'discount: "5"']

/** What a caveat calls the values of these cases, which runs observe whose contract does not reject them yet. */
const DATES = { 'date: null': 'null', 'date: true': 'booleans', 'date: a number': 'numbers' }

const isAccepted = ({ status }: Seen) => status !== null && status >= 200 && status < 300

export function observedValidation(behaviours: readonly Seen[]): ObservedValidation {
  const seen = (ids: readonly string[]) => behaviours.find(({ id }) => ids.includes(id))
  const observed: ObservedValidation = {}
  const key = seen(UNKNOWN_KEY)
  if (key) observed.unknownKeys = isAccepted(key) ? keptOf(key.outcome) : 'rejected'
  const digits = seen(DIGITS)
  if (digits) observed.coerces = isAccepted(digits)
  // A refusal that names no field says nothing of how many flaws were looked for.
  const named = /\bnames (one|both)$/.exec(seen(['two fields wrong'])?.outcome ?? '')?.[1]
  if (named) observed.errors = named === 'both' ? 'all' : 'first'
  return observed
}

/** What a server took for a date in a run whose contract did not reject it yet, as a caveat says it; undefined where nothing. */
export function acceptedDates(behaviours: readonly Seen[]): string | undefined {
  const accepted = Object.entries(DATES).filter(([id]) => behaviours.some((seen) => seen.id === id && isAccepted(seen)))
  return accepted.length > 0 ? `accepts ${listed(accepted.map(([, value]) => value))} as a date` : undefined
}

function keptOf(outcome: string): ObservedValidation['unknownKeys'] {
  return outcome === 'stripped' || outcome === 'echoed' ? outcome : 'accepted'
}

/**
 * What the manifest says and the observed behaviours refute, each in one line. A manifest speaks for all scenarios of its
 * folder, so that it is held to `update-user`'s cases, which name the same in any schema; other scenarios show what they show.
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
