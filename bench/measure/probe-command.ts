/** The command of a probe. */
import { plural } from '../../shared/basics/text.ts'
import type { Contents } from '../../shared/probe/probe.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import type { AddCommand, Settings, Values } from '../cli/command.ts'
import { counterOrNone } from '../counters/counter.ts'
import { lanesFor } from '../counters/lanes.ts'
import { detectPinning } from '../machine/cpus.ts'
import { runtimesOf } from '../run/run-record.ts'
import { say } from '../terminal/output.ts'
import { hasDisqualified, measuringCommand } from './command.ts'
import type { AnyMeasuring, Common, Tools } from './probe.ts'
import { measureSubjects } from './rounds.ts'
import type { Selection, SubjectFinder } from './subjects.ts'

/** Returns the command of a probe. */
export function probeCommand(definition: AnyMeasuring): AddCommand {
  const { probe, subjects, description, options, more, fails } = definition
  return measuringCommand(probe, {
    description,
    operands: subjects.operands,
    options: { ...options, ...subjects.options(probe.name) },
    ...(more !== undefined && { more }),
    ...(fails !== undefined && { fails }),
    async plan(parsed, word) {
      const values = parsed as Values<Settings> & Common & Parameters<SubjectFinder['find']>[0]
      const selections = subjects.find(values, word)
      const tools = await toolsFor(definition, values)
      return selections.map((selection) => planOf(definition, selection, values, tools))
    },
  })
}

async function toolsFor({ probe, prepare }: AnyMeasuring, values: Common): Promise<Tools> {
  const pinning = detectPinning()
  const { counts } = values
  const { counter, notCounted } = await counterOrNone(counts ?? false)
  if (counts && notCounted !== null) say(`no instructions are counted: ${notCounted}`)
  // Where nothing is timed, processes may share a CPU.
  const lanes = probe.timed ? { pinning, lanes: [pinning.server] } : lanesFor(pinning)
  const usual = { ...lanes, counter, version: counter?.version ?? 'none' }
  return { ...usual, ...(await prepare?.(values, usual)) }
}

function planOf(
  definition: AnyMeasuring,
  { scenario, subjects: selected, notInstalled, lines, status }: Selection,
  values: Common,
  tools: Tools,
) {
  const { probe, expand, protocol, opening, failed, isRough } = definition
  const { processes = 1, seed = 1 } = values
  const subjects = selected.flatMap((subject) => expand?.(subject, values, tools) ?? [subject])
  const conditions = { processes, seed, ...protocol?.(values, tools, subjects) }
  // A subject without a source, such as `fixed-response`, is not one of the chosen servers.
  const serverNames = new Set(selected.flatMap(({ name, source }) => (source ? name : [])))
  const count = plural(serverNames.size, probe.noun ?? 'server')
  const start = probe.byScenario ? `${scenario.name}: ` : ''
  return {
    ...(probe.byScenario && { scenario: scenario.name }),
    lines: [
      ...lines,
      `${start}${[count, opening?.(values, tools, subjects)].filter(Boolean).join(', ')}`,
    ],
    notInstalled: [...notInstalled, ...(tools.notInstalled ?? [])],
    pinning: tools.pinning,
    runtimes: runtimesOf(subjects),
    tool: tools.version,
    status: Math.max(status, tools.status ?? 0),
    isRough: isRough?.(tools) ?? false,
    failed: (file: Contents) => hasDisqualified(file) || (failed?.(file, tools) ?? false),
    measure: async () => ({
      scenario: scenario.name,
      protocol: conditions,
      subjects: sixDigits(
        await measureSubjects(definition, { subjects, scenario, values, tools, ...conditions }),
      ),
    }),
  }
}
