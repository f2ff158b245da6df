/**
 * Whether a library's steps do update-user's work: they are put to the scenario's contract before anything is measured. A
 * validator that accepts what it must refuse is found here, and not by being fast.
 */
import { isDeepStrictEqual } from 'node:util'
import { createRandom } from '../../shared/basics/random.ts'
import type { Steps } from '../../shared/models/steps.ts'
import type { InvalidCase, ValidCase } from '../../shared/scenarios/scenario.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'

/**
 * The first thing that steps do wrongly, in one line; null where they do all that the contract asks.
 * @param seed of the contract's values
 */
export function flawOfSteps(steps: Steps, seed: number): string | null {
  const { valid, invalid } = updateUser.contract(createRandom(seed))
  for (const each of valid) {
    const flaw = flawOfValid(steps, each)
    if (flaw) return `${each.id}: ${flaw}`
  }
  for (const each of invalid) {
    const body = each.body || each.bytes ? undefined : parsed(each.json)
    const flaw = body === undefined ? null : flawOfInvalid(steps, each, body)
    if (flaw) return `${each.id}: ${flaw}`
  }
  return null
}

function flawOfValid(steps: Steps, { json, expected }: ValidCase): string | null {
  const shown = shortened(json)
  if (steps.validate(JSON.parse(json)) !== true) return `validate refuses ${shown}`
  const user = steps.parse(JSON.parse(json))
  if (user === null) return `parse refuses ${shown}`
  if (!(user.lastUpdate instanceof Date)) return 'parse makes no Date of lastUpdate'
  user.lastUpdate.setUTCMonth(user.lastUpdate.getUTCMonth() + 1)
  const text = steps.stringify(user)
  if (!isDeepStrictEqual(parsed(text), expected)) {
    return `stringify writes ${shortened(String(text))} instead of ${shortened(JSON.stringify(expected))}`
  }
  const flaws = [steps.firstError?.(JSON.parse(json)), ...(steps.allErrors?.(JSON.parse(json)) ?? [])]
  return flaws.some((each) => each !== undefined && each !== null) ? `an error is told of ${shown}` : null
}

function flawOfInvalid(steps: Steps, { json, mentions }: InvalidCase, body: unknown): string | null {
  const shown = shortened(json)
  if (steps.validate(body) !== false) return `validate accepts ${shown}`
  if (steps.parse(parsed(json)) !== null) return `parse accepts ${shown}`
  if (!steps.firstError && !steps.allErrors) return 'there is neither firstError nor allErrors'
  if (steps.firstError) {
    const first = steps.firstError(parsed(json))
    if (first === undefined || first === null) return `firstError tells nothing of ${shown}`
    if (!names(first, mentions)) return `firstError does not name ${mentions} in ${shown}`
  }
  if (steps.allErrors) {
    const all = steps.allErrors(parsed(json))
    if (all.length === 0) return `allErrors tells nothing of ${shown}`
    if (!names(all, mentions)) return `allErrors does not name ${mentions} in ${shown}`
  }
  return null
}

function names(told: unknown, field: string | undefined): boolean {
  return field === undefined || JSON.stringify(told).includes(field)
}

/** Characters of a body that are shown. */
const SHOWN = 100

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** `undefined` where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
