/**
 * What the steps of a library cost in process, held against what the ladder of servers has for the same steps: two ways to
 * one number, which share nothing but the steps' code.
 */
import type { Cost, CostMeasure, CostStep } from './cost.ts'
import { isNothing, libraryCosts } from './cost-summary.ts'
import { isSameSpeed } from './machine-speed.ts'
import type { OperationId, Validators } from './validators.ts'

/** The ladder's steps that are one operation in process: the `Date` is added to a rung that only validates. */
const STEPS = {
  validate: ['validate'],
  parse: ['validate', 'Date'],
  stringify: ['serialize'],
} as const satisfies Partial<Record<OperationId, readonly CostStep[]>>

export interface Agreement {
  library: string
  operation: keyof typeof STEPS
  /** A call in process, and the step on the ladder, in microseconds or instructions. */
  inProcess: number
  ladder: number
  /** Whether the step on the ladder can be told from nothing. */
  isTold: boolean
}

/** Whether times of both can be compared: machines of one name may differ in speed. */
export function haveSameSpeed(validators: Pick<Validators, 'environment'>, cost: Pick<Cost, 'environment'>): boolean {
  return isSameSpeed(validators.environment.workMicroseconds, cost.environment.workMicroseconds)
}

/** Whether counts of both can be compared: another counter sees another processor. */
export function haveSameCounter(
  { protocol }: Pick<Validators, 'protocol'>,
  { counting }: Pick<Cost, 'counting'>,
): boolean {
  return protocol.counter === counting?.counter
}

/**
 * A library that both have, on the ladder's runtime, and an operation each; none where one lacks the measure, no times of
 * machines of two speeds, and no counts of two kinds of counter.
 */
export function agreements(
  validators: Pick<Validators, 'libraries' | 'environment' | 'protocol'>,
  cost: Pick<Cost, 'common' | 'libraries' | 'environment' | 'counting'>,
  measure: CostMeasure,
): Agreement[] {
  const isComparable = measure === 'microseconds' ? haveSameSpeed : haveSameCounter
  if (!isComparable(validators, cost)) return []
  const { libraries } = validators
  return libraryCosts(cost, measure).flatMap(({ library: { folder, library }, steps }) => {
    const own = libraries.find((each) => each.folder === folder && each.runtime === 'node')
    return (Object.keys(STEPS) as (keyof typeof STEPS)[]).flatMap((operation): Agreement[] => {
      const { nanoseconds, instructions } = own?.summary?.operations[operation] ?? {}
      const inProcess = measure === 'instructions' ? instructions?.mean : nanoseconds && nanoseconds.mean / 1_000
      if (inProcess === undefined) return []
      const names: readonly CostStep[] = STEPS[operation]
      const ladder = steps.reduce((sum, { step, value }) => (names.includes(step) ? sum + value : sum), 0)
      const isTold = steps.some((step) => names.includes(step.step) && !isNothing(step))
      return [{ library, operation, inProcess, ladder, isTold }]
    })
  })
}
