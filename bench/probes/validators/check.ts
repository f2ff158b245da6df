/** Checks a library before it is measured: contract and invariants of the scenario, in process. */
import { isDeepStrictEqual } from 'node:util'
import type { Random } from '../../../shared/basics/random.ts'
import { firstAndMore, isJson, listed, oneLine, shortened } from '../../../shared/basics/text.ts'
import { type Allowed, firstSerial } from '../../../shared/contract/scenario.ts'
import { shortJson } from '../../../shared/contract/values.ts'
import { acceptedText, type KnownDeviation } from '../../../shared/format/disclosure.ts'
import { anyValid } from '../../../shared/invariants/invariant-case.ts'
import { invariantCases } from '../../../shared/invariants/invariant-cases.ts'
import type { UserJson } from '../../../shared/models/user.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Call } from '../../../shared/wires/wires.ts'
import { twiceWrong } from './inputs.ts'
import type { Observation } from './operations.ts'

/** Ordinary inputs, alternately valid and invalid, to catch errors that appear only after a while. */
const MANY = 4_000

/** One input, and the allowed outcome. */
interface Trial {
  id: string
  json: string
  allowed: Allowed['kind']
  /** The wrong fields, if known. The first error must name one of them, and all errors together each of them. */
  mentions?: readonly string[]
  /** One of many generated inputs rather than a named case. */
  isOrdinary?: boolean
}

interface CheckOutcome {
  /** Invalid data that it accepts according to the manifest; undefined if there is none. */
  accepts: string | undefined
  /** Tolerated deviations. */
  deviations: string[]
}

/** Error of engines for input that is nested too deeply; a server rejects it. */
const OVERFLOW = /Maximum call stack size exceeded/

/**
 * @param known the library's known deviations
 * @param observe runs the library on an input
 * @throws with the first violated case, and the names of the others
 */
export async function checkLibrary(
  random: Random,
  known: readonly KnownDeviation[],
  observe: (text: string) => Promise<Observation>,
): Promise<CheckOutcome> {
  const broken: KnownDeviation[] = []
  const overflowing: string[] = []
  const incomplete: string[] = []
  const violated = new Map<string, string>()
  for (const trial of trialsOf(random)) {
    const { id, json, allowed, isOrdinary } = trial
    if (isOrdinary && violated.size > 0) break
    const seen = await observe(json)
    const fault = faultOf(trial, seen)
    // The manifest has examples of what a library accepts.
    const isAccepted = allowed === 'rejected' && seen.threw === null && seen.text !== null
    const deviation =
      known.find((each) => each.case === id) ??
      (isAccepted ? known.find(({ does }) => does === 'accepts') : undefined)
    if (fault === null) {
      if (isIncomplete(trial, seen)) incomplete.push(id)
    } else if (deviation) broken.push(deviation)
    else if (allowed !== 'correct' && OVERFLOW.test(seen.threw ?? '')) overflowing.push(id)
    else if (!violated.has(id)) violated.set(id, fault)
  }
  if (violated.size > 0) throw new Error(oneLine(violationsText(violated)))
  const [first] = incomplete
  // A library that never names both fields reports only the first error.
  if (incomplete.length === MANY / 2)
    throw new Error(`${first}: "all errors" names only one wrong field`)
  const deviations = broken.flatMap(({ case: id, does }) =>
    does === 'accepts' ? [] : [`known deviation: ${id}`],
  )
  if (overflowing.length > 0) deviations.push(`runs out of stack: ${overflowing.join(', ')}`)
  if (first !== undefined)
    deviations.push(
      `"all errors" does not name both wrong fields for ${incomplete.length} of ${MANY / 2} values`,
    )
  return { accepts: acceptedText(broken, updateUser.name), deviations }
}

/** @param violated faults by case */
function violationsText(violated: ReadonlyMap<string, string>): string {
  const [[id, fault] = [], ...others] = violated
  const names = others.map(([other]) => other)
  const also = names.length > 0 ? `; also violated: ${listed(firstAndMore(names, 20))}` : ''
  return `${id}: ${fault}${also}`
}

/** Returns the cases of contract and invariants that concern values rather than HTTP, a valid case after each; then ordinary ones. */
function trialsOf(random: Random): Trial[] {
  const { valid, invalid, observed } = updateUser.contract(random)
  const isValue = ({ body, bytes, headers, json }: Call) =>
    !body && !bytes && !headers && isJson(json)
  const ofInvariants = invariantCases(updateUser, random).flatMap(({ id, sends }): Trial[] => {
    const [send, ...others] = sends
    if (!send || others.length > 0 || send.framing || !isValue(send.call)) return []
    return [{ id, json: send.call.json, allowed: send.allowed.kind }]
  })
  const cases: Trial[] = [
    ...valid.map(({ id, json }): Trial => ({ id, json, allowed: 'correct' })),
    ...invalid.filter(isValue).map(
      ({ id, json, mentions }): Trial => ({
        id,
        json,
        allowed: 'rejected',
        mentions: mentions ? [mentions] : [],
      }),
    ),
    ...observed.filter(isValue).map(({ id, json }): Trial => ({ id, json, allowed: 'conforming' })),
    ...ofInvariants,
  ]
  const after = ({ id }: Trial): Trial => {
    const { json } = anyValid(updateUser, random)
    return { id: `a valid call after ${id}`, json, allowed: 'correct' }
  }
  const ordinary = Array.from({ length: MANY }, (_, i): Trial => {
    const serial = firstSerial(random)
    if (i % 2 === 0) {
      const { json } = updateUser.validCase(random, serial)
      return { id: `valid call ${i}`, json, allowed: 'correct', isOrdinary: true }
    }
    const { json, fields } = twiceWrong(random, serial)
    const id = `two wrong fields, call ${i}`
    return { id, json, allowed: 'rejected', mentions: fields, isOrdinary: true }
  })
  return [...cases.flatMap((item) => [item, after(item)]), ...ordinary]
}

/** Returns the first violation in an observation, or null. */
function faultOf({ json, allowed, mentions = [] }: Trial, seen: Observation): string | null {
  if (seen.threw !== null) return seen.threw
  if (allowed === 'correct') return acceptanceFault(json, seen)
  if (allowed === 'rejected' && seen.undated != null && !isOtherwiseValid(json))
    return `parseUndated accepts ${shortened(json)}`
  if (seen.text === null)
    return allowed === 'rejected' ? rejectionFault(json, mentions, seen) : null
  if (allowed === 'rejected') return `parse accepts ${shortJson(JSON.parse(json))} as ${seen.text}`
  // Invariant 1: accepted data is a value of the model.
  const isOfModel = updateUser.errorOf(JSON.parse(seen.text)) === null
  return isOfModel ? null : `parse accepts ${shortened(json)} as ${seen.text}`
}

function acceptanceFault(
  json: string,
  { validated, text, undated, firstError, allErrors }: Observation,
): string | null {
  const { id, name, surname, lastUpdate } = JSON.parse(json) as UserJson
  const expected = { id, name, surname, lastUpdate: new Date(lastUpdate).toISOString() }
  if (!validated) return `validate rejects ${shortJson(expected)}`
  if (text === null) return `parse rejects ${shortJson(expected)}`
  if (!isDeepStrictEqual(JSON.parse(text), expected))
    return `parse and stringify give ${shortened(text)} for ${shortened(JSON.stringify(expected))}`
  if (undated !== undefined && undated !== JSON.stringify({ id, name, surname }))
    return `parseUndated gives ${undated} for ${shortJson(expected)}`
  const reported = firstError ?? allErrors
  return reported === null ? null : `errors for a valid value: ${shortened(reported)}`
}

function rejectionFault(
  json: string,
  mentions: readonly string[],
  { validated, firstError, allErrors }: Observation,
): string | null {
  if (validated && !mayBeLeftToParse(json)) return `validate accepts ${shortened(json)}`
  if (firstError === null && allErrors === null)
    return `no error is reported for ${shortened(json)}`
  const namesNone = (error: string | null): error is string =>
    error !== null && mentions.length > 0 && !mentions.some((field) => error.includes(field))
  if (namesNone(firstError)) return `the first error names no wrong field: ${shortened(firstError)}`
  return namesNone(allErrors) ? `no error names a wrong field: ${shortened(allErrors)}` : null
}

/** Returns whether the errors omit a wrong field. */
function isIncomplete({ allowed, mentions = [] }: Trial, { allErrors }: Observation): boolean {
  return (
    allowed === 'rejected' &&
    allErrors !== null &&
    mentions.some((field) => !allErrors.includes(field))
  )
}

/** Returns whether `validate` may accept the value: if only the date's form is wrong, that check may be left to `parse`. */
function mayBeLeftToParse(json: string): boolean {
  const { lastUpdate } = (JSON.parse(json) ?? {}) as Partial<UserJson>
  return (
    isOtherwiseValid(json) && typeof lastUpdate === 'string' && /^\d{4}-\d\d-\d\d/.test(lastUpdate)
  )
}

/** Returns whether all fields but the date are right. */
function isOtherwiseValid(json: string): boolean {
  const { id, name, surname } = (JSON.parse(json) ?? {}) as Partial<UserJson>
  return Number.isFinite(id) && typeof name === 'string' && typeof surname === 'string'
}
