/** Compiles the projects of a template. */
import { type Compile, PARTS } from '../../../charts/instruments/types/format.ts'
import { scratch } from '../../processes/scratch.ts'
import { writeProject } from '../../templates/project.ts'
import type { Template } from '../../templates/template.ts'
import { type Compiler, compile } from './compile.ts'

/**
 * Compiles the projects of all sizes in fresh processes; declarations by the last compiler.
 * @param folder whose packages the projects see
 * @throws where one does not compile for a reason that is no limit of the compiler: a type is not inferred, or not as written
 */
export async function measureTypes(
  template: Template,
  folder: string,
  sizes: readonly number[],
  compilers: readonly Compiler[],
): Promise<Compile[]> {
  const compiles: Compile[] = []
  for (const size of sizes) {
    using directory = scratch('.types-', folder)
    writeProject(template, directory.path, size)
    // Declarations first: a precompiled client imports them.
    for (const part of template.client ? PARTS : PARTS.filter((part) => part !== 'client'))
      for (const compiler of part === 'declarations' ? compilers.slice(-1) : compilers)
        compiles.push({ size, ...(await compile(compiler, directory.path, part)) })
  }
  return compiles
}

/**
 * Puts the processes of a library together, and disqualifies it where counts of the same project differ.
 * @param processes of which the first compiled all projects, and others the first ones
 */
export function merge(processes: readonly Compile[][]): {
  refusal: string | null
  compiles: Compile[]
} {
  let refusal: string | null = null
  const compiles = (processes[0] ?? []).map((compile, i) => {
    const alike = processes.flatMap((process) => process[i] ?? [])
    // One process may just keep within a limit that another exceeds.
    const failed = alike.find(({ failure }) => failure !== null)
    const counts = new Set(alike.map(({ types, instantiations }) => `${types}, ${instantiations}`))
    if (!failed && counts.size > 1)
      refusal = `${compile.compiler} counts differently each time for the ${compile.part} of ${compile.size}: ${[...counts].join('; ')}`
    const [cpuSeconds, peakBytes] = [
      alike.flatMap((each) => each.cpuSeconds),
      alike.flatMap((each) => each.peakBytes),
    ]
    return failed ?? { ...compile, cpuSeconds, peakBytes }
  })
  return refusal === null ? { refusal, compiles } : { refusal, compiles: [] }
}
