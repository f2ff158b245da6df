/** Properties of a server beside its figures, for pages and the report. */
import type { ServerResult } from '../../shared/format/format.ts'
import { observedValidation } from '../../shared/results/observed.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { wires } from '../../shared/wires/wires.ts'
import { runtimeTitles } from './conditions.ts'

export type Fact = [title: string, text: string]

/** Whether a server is its validation library on a runtime's own server: a layer of its own is named after another package. */
export function isValidator({ version, details }: ServerResult): boolean {
  const { by, library } = details.validation
  return !details.router && by === 'library' && details.packages[library ?? ''] === version
}

/** Whether servers of a scenario validate; true for one that is no longer measured. */
export const validates = (scenario: string) => scenarios.get(scenario)?.validates ?? true

/** Returns the library, or what validates without one. */
export const validatorName = ({ by, library }: ServerResult['details']['validation']) =>
  library ?? (by === 'framework' ? 'built-in' : by)

export function serverFacts(server: ServerResult): Fact[] {
  const { version, runtime, runtimeVersion } = server
  const { wire, router, serializer, tuned } = server.details
  return [
    ['version', version ?? ''],
    ['runtime', `${runtimeTitles[runtime]} ${runtimeVersion}`],
    ['wire', wires[wire].title],
    ['router', router ? 'yes' : 'no'],
    ['serializer', serializer],
    ['written', tuned ? `tuned: ${tuned}` : 'idiomatic'],
  ]
}

/** Returns the validator, its kind, and its strictness as observed, else as the manifest states it; empty without validation. */
export function validationFacts(
  { details: { validation, behaviours, wire } }: ServerResult,
  scenario: string,
): Fact[] {
  if (!validates(scenario)) return []
  const { unknownKeys, coerces, errors } = { ...validation, ...observedValidation(behaviours) }
  const fields = wire === 'connect' ? ' (fields)' : ''
  const strictness: Fact[] = [
    ['unknown keys', `${unknownKeys}${fields}`],
    ['`"1"` for a number', coerces ? 'coerced' : 'rejected'],
    ['errors reported', errors],
  ]
  return [
    ['validates', validatorName(validation)],
    ['how', validation.how],
    // It is observed in bodies.
    ...(scenarios.get(scenario)?.route.method === 'GET' ? [] : strictness),
  ]
}
