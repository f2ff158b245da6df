/** Selects the parts of a server's manifest that apply to a scenario. */
import { z } from 'zod'
import { createRandom } from '../../shared/basics/random.ts'
import { pairCases } from '../../shared/contract/pairs.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import {
  Disclosure,
  type KnownDeviation,
  Scope,
  type ScopedDeviation,
} from '../../shared/format/disclosure.ts'
import { invariantCases } from '../../shared/invariants/invariant-cases.ts'

const ScopedNote = z.strictObject(
  {
    scenarios: Scope,
    text: z.string().min(1),
  },
  {
    error: ({ code }) =>
      code === 'invalid_type'
        ? 'a note is a string, or an object of scenarios and text'
        : undefined,
  },
)

/** A remark that qualifies a server's figures; a plain string applies to every scenario. */
export const Note = z.preprocess(
  (note) => (typeof note === 'string' ? { text: note } : note),
  ScopedNote,
)

export type Note = z.infer<typeof Note>

/** Extra work per valid request that a server does only for this suite, beyond its framework's documentation. */
export const Workaround = z.strictObject({
  id: z
    .string()
    .regex(
      /^[a-z\d]+(-[a-z\d]+)*$/,
      'is lower-case words with dashes, since it names workarounds/<id>.ts',
    )
    .describe('`workarounds/<id>.ts` is update-user without it'),
  why: z.string().min(1),
})

/** The documented option with which a server rejects unknown keys. */
export const StrictKeys = z.strictObject({
  option: z
    .string()
    .min(1)
    .describe('as code; `strict-keys/update-user.ts` is update-user with it'),
  nested: z.boolean().describe('whether it covers nested objects too, or each needs its own'),
})

/**
 * Returns the notes that apply to a scenario. A note on a scenario also applies to scenarios that load the same file in
 * another way.
 */
export function notesFor({ notes }: { notes: readonly Note[] }, scenario: Scenario): string[] {
  return notes.filter((note) => appliesTo(note, scenario)).map(({ text }) => text)
}

/** Returns the known deviations whose case is in the scenario's contract or invariants. */
export function deviationsFor(
  { knownDeviations }: { knownDeviations: readonly ScopedDeviation[] },
  scenario: Scenario,
): KnownDeviation[] {
  const cases = deviationCases(scenario)
  return knownDeviations
    .filter((deviation) => cases.has(deviation.case) && appliesTo(deviation, scenario))
    .map(({ scenarios, ofRuntime, ...deviation }) => deviation)
}

function appliesTo(
  { scenarios }: { scenarios?: readonly string[] | undefined },
  { name, file }: Scenario,
): boolean {
  return !scenarios || scenarios.includes(name) || scenarios.includes(file)
}

/** Returns the parts of a manifest that are copied into a result of the scenario. */
export function disclosureFor(manifest: Disclosed, scenario: Scenario): Disclosure {
  const applicable = {
    notes: notesFor(manifest, scenario),
    knownDeviations: deviationsFor(manifest, scenario),
  }
  return z.object(Disclosure.shape).parse({ ...manifest, ...applicable })
}

type Disclosed = Omit<Disclosure, 'notes' | 'knownDeviations'> & {
  notes: readonly Note[]
  knownDeviations: readonly ScopedDeviation[]
}

/** Returns whether a case of the contract, or the call after one, is valid data. */
export function requiresAcceptance(scenario: Scenario, id: string): boolean {
  const random = createRandom(1)
  const valid = [...scenario.contract(random).valid, ...pairCases(scenario, random)]
  return id.startsWith('a valid call after ') || valid.some((item) => item.id === id)
}

const casesByScenario = new Map<string, ReadonlySet<string>>()

/** Returns the ids of all cases in which a server may deviate: all but the valid cases of the contract. */
export function deviationCases(scenario: Scenario): ReadonlySet<string> {
  const cached = casesByScenario.get(scenario.name)
  if (cached) return cached
  const random = createRandom(1)
  const { invalid, observed } = scenario.contract(random)
  const all = [...invalid, ...observed, ...invariantCases(scenario, random)]
  const cases = new Set(all.map(({ id }) => id))
  casesByScenario.set(scenario.name, cases)
  return cases
}
