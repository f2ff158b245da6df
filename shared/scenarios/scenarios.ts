/** Finds the scenarios: every file in this folder that exports one. */
import { readdirSync } from 'node:fs'
import type { Scenario } from '../contract/scenario.ts'

/** All scenarios by name, in the order of their positions. */
export const scenarios: ReadonlyMap<string, Scenario> = inOrder(await findScenarios())

type FoundScenario = readonly [file: string, scenario: Scenario]

async function findScenarios(): Promise<FoundScenario[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => /^[\w-]+\.ts$/.test(file) && file !== 'scenarios.ts',
  )
  const modules = files.map(async (file) => {
    const exported: unknown[] = Object.values(await import(`./${file}`))
    return exported.filter(isScenario).map((scenario) => [file, scenario] as const)
  })
  return (await Promise.all(modules)).flat()
}

function isScenario(value: unknown): value is Scenario {
  return typeof value === 'object' && value !== null && 'validCase' in value && 'contract' in value
}

/** Returns the title of a scenario; its name if it is unknown. */
export const titleOf = (scenario: string): string => scenarios.get(scenario)?.title ?? scenario

/**
 * Sorts scenarios, and checks what types cannot.
 * @throws Error that names file, property and fix
 */
export function inOrder(files: readonly FoundScenario[]): Map<string, Scenario> {
  const sorted = files.map(([, scenario]) => scenario).toSorted((a, b) => a.position - b.position)
  for (const [file, scenario] of files) {
    const fault = errorOf(file, scenario, sorted)
    if (fault) throw new Error(`shared/scenarios/${file}: ${fault}`)
  }
  return new Map(sorted.map((scenario) => [scenario.name, scenario]))
}

function errorOf(
  file: string,
  scenario: Scenario,
  scenarios: readonly Scenario[],
): string | undefined {
  const { name, title, description, position, fuzz, route } = scenario
  if (file !== `${name}.ts`) return `name: "${name}" is not the name of the file`
  if (!scenarios.some((other) => other.name === scenario.file))
    return `file: no scenario is called "${scenario.file}"`
  if (!description) return 'description: is empty'
  const others = scenarios.filter((other) => other !== scenario)
  const namesake = others.find((other) => other.title === title)
  if (namesake) return `title: "${title}" is also that of ${namesake.name}`
  const neighbour = others.find((other) => other.position === position)
  const nextPosition = (scenarios.at(-1)?.position ?? 0) + 1
  if (neighbour)
    return `position: ${position} is also that of ${neighbour.name}; ${nextPosition} is free`
  const [input, other] = route.method === 'GET' ? ['load', 'model'] : ['model', 'load']
  if (fuzz.from === other)
    return `fuzz: a ${route.method} has no input from the ${other}: take "${input}" or "calls"`
  return undefined
}
