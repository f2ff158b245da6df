/** What of a server's manifest concerns a scenario, and what only other scenarios of its folder. */
import { z } from 'zod'
import { createRandom } from '../../shared/basics/random.ts'
import { Disclosure, type KnownDeviation } from '../../shared/result/disclosure.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'

const ScopedNote = z.strictObject(
  {
    /** Those that it concerns; all where it is left out. */
    scenarios: z
      .array(z.enum([...scenarios.keys()]))
      .min(1)
      .optional(),
    text: z.string().min(1),
  },
  {
    error: ({ code }) => (code === 'invalid_type' ? 'a note is a text, or an object of scenarios and text' : undefined),
  },
)

/** What a reader must know to judge a server; a text alone concerns every scenario. */
export const Note = z.preprocess((note) => (typeof note === 'string' ? { text: note } : note), ScopedNote)

export type Note = z.infer<typeof Note>

/**
 * The notes that a reader of the scenario's result must know. A note on a scenario is one on its file, and so concerns
 * those too that load the same file in another way.
 */
export function notesFor({ notes }: { notes: readonly Note[] }, { name, file }: Scenario): string[] {
  return notes
    .filter(({ scenarios }) => !scenarios || scenarios.includes(name) || scenarios.includes(file))
    .map(({ text }) => text)
}

/** The known deviations of which the scenario's contract has the case. */
export function deviationsFor(
  { knownDeviations }: { knownDeviations: readonly KnownDeviation[] },
  scenario: Scenario,
): KnownDeviation[] {
  const cases = invalidCases(scenario)
  return knownDeviations.filter((deviation) => cases.includes(deviation.case))
}

/** What of a manifest a result of the scenario repeats. */
export function disclosureFor(manifest: Disclosed, scenario: Scenario): Disclosure {
  const concerns = { notes: notesFor(manifest, scenario), knownDeviations: deviationsFor(manifest, scenario) }
  return z.object(Disclosure.shape).parse({ ...manifest, ...concerns })
}

type Disclosed = Omit<Disclosure, 'notes'> & { notes: readonly Note[] }

/** Names of the contract's invalid cases. */
export function invalidCases(scenario: Scenario): string[] {
  return scenario.contract(createRandom(1)).invalid.map(({ id }) => id)
}
