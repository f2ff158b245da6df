import type { Scenario } from './scenario.ts'
import { updateUser } from './update-user.ts'

/** Every scenario, by the name that the command line and the servers' files use. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  [updateUser].map((scenario) => [scenario.name, scenario]),
)
