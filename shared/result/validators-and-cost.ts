/**
 * What the steps of a library cost in process, held against what the ladder of servers has for the same steps: two ways to
 * one number, which share nothing but the steps' code.
 */
import type { Cost, CostMeasure, CostStep } from './cost.ts'
import { libraryCosts } from './cost-summary.ts'
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
}

/** Whether times of both can be compared: machines of one name may differ in speed. */
export function haveSameSpeed(validators: Pick<Validators, 'environment'>, cost: Pick<Cost, 'environment'>): boolean {
  return isSameSpeed(validators.environment.workMicroseconds, cost.environment.workMicroseconds)
}

/**
 * A library that both have, on the ladder's runtime, and an operation each; none where one lacks the measure, and no times of
 * machines of two speeds.
 */
export function agreements(
  validators: Pick<Validators, 'libraries' | 'environment'>,
  cost: Pick<Cost, 'common' | 'libraries' | 'environment'>,
  measure: CostMeasure,
): Agreement[] {
  if (measure === 'microseconds' && !haveSameSpeed(validators, cost)) return []
  const { libraries } = validators
  return libraryCosts(cost, measure).flatMap(({ library: { folder, library }, steps }) => {
    const own = libraries.find((each) => each.folder === folder && each.runtime === 'node')
    return (Object.keys(STEPS) as (keyof typeof STEPS)[]).flatMap((operation): Agreement[] => {
      const { nanoseconds, instructions } = own?.summary?.operations[operation] ?? {}
      const inProcess = measure === 'instructions' ? instructions?.mean : nanoseconds && nanoseconds.mean / 1_000
      if (inProcess === undefined) return []
      const names: readonly CostStep[] = STEPS[operation]
      const ladder = steps.reduce((sum, { step, value }) => (names.includes(step) ? sum + value : sum), 0)
      return [{ library, operation, inProcess, ladder }]
    })
  })
}
