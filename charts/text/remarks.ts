/** What must be said of a server in a scenario: its known deviations, and of its notes those that concern the scenario. */
import { createRandom } from '../../shared/basics/random.ts'
import { deviationText } from '../../shared/result/disclosure.ts'
import type { ServerResult } from '../../shared/result/format.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'

/** Sentences, as the manifest has them. */
export function remarksOn(server: ServerResult, scenario: Scenario | undefined): string[] {
  return [...deviations(server, scenario), ...server.notes.filter((note) => !scenario || concerns(note, scenario))]
}

/** Words by which a note tells that it speaks of the bodies of requests, and of what is refused of them. */
const OF_BODIES = /\b(bod(?:y|ies)|HttpBody|malformed)\b/
const OF_VALIDATION = /\b(invalid|refuses?|casts?|missing field|readValidatedBody|zod\/compile)\b|@Type\(/

/**
 * Whether a note has its place on the page of a scenario. Not where it names other scenarios and not this one; nor where it
 * speaks of bodies or of validation, and requests have none.
 */
export function concerns(note: string, scenario: Scenario): boolean {
  const named = [...scenarios.values()].filter((each) => names(note, each))
  // Scenarios that load the file of another one are served by the same code.
  if (named.length > 0) return named.some(({ file }) => file === scenario.file)
  if (scenario.route.method === 'GET' && OF_BODIES.test(note)) return false
  return scenario.validates || !OF_VALIDATION.test(note)
}

/** By its name or title where that is more than a word: `json` and `hello` mean other things as well. */
function names(note: string, { name, title }: Scenario): boolean {
  const text = note.toLowerCase()
  return [name, title.toLowerCase()].some((term) => /[- ]/.test(term) && text.includes(term))
}

/** A deviation shows in the scenarios that have its case. */
function deviations({ knownDeviations, wire }: ServerResult, scenario: Scenario | undefined): string[] {
  if (knownDeviations.length === 0) return []
  const cases = scenario?.contract(createRandom(1)).invalid.filter(({ wires }) => wires?.includes(wire) ?? true)
  return knownDeviations
    .filter((deviation) => cases?.some(({ id }) => id === deviation.case) ?? true)
    .map((deviation) => `known deviation, ${deviation.case}: ${deviationText(deviation)}. ${deviation.reason}`)
}
