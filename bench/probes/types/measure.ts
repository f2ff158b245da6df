/** Compiles the projects of a template. */
import type { Failure } from '../../../shared/probes/types.ts'
import type { Figures } from '../../measure/probe.ts'
import { scratch } from '../../processes/scratch.ts'
import { writeProject } from '../../templates/project.ts'
import type { Template } from '../../templates/template.ts'
import { COMPILERS, type Compile, compile } from './compile.ts'

/**
 * Compiles a part of the projects of all sizes in fresh processes.
 * @param folder whose packages the projects see
 * @throws where one does not compile for a reason that is no limit of the compiler: a type is not inferred, or not as written
 */
export async function compileAll(
  template: Template,
  folder: string,
  part: 'server' | 'client',
  sizes: readonly number[],
  compilers: typeof COMPILERS = COMPILERS,
): Promise<Compile[]> {
  const compiles: Compile[] = []
  for (const size of sizes) {
    using directory = scratch('.types-', folder)
    writeProject(template, directory.path, size)
    for (const compiler of compilers)
      compiles.push(await compile(compiler, directory.path, part, size))
  }
  return compiles
}

/** Returns figures per procedure or schema, and of the largest project, if it was compiled. */
export function compileFigures(
  compiles: readonly Compile[],
  largest: number,
): Required<Pick<Figures, 'values' | 'evidence'>> {
  const compiledBy = (name: Failure['compiler']) =>
    compiles.filter(({ compiler }) => compiler === name)
  const values: Figures['values'] = {}
  for (const name of ['six', 'seven', 'one'] as const) {
    const compiled = compiledBy(name)
    const smaller = compiled.filter(({ size }) => size < largest)
    values[`before_${name}`] = slopeOf(smaller, 'instantiations')
    const largestProject = compiled.find(({ size }) => size === largest)
    if (!largestProject) continue
    values[`instantiations_${name}`] = slopeOf(compiled, 'instantiations')
    values[`cpu_${name}`] = largestProject.cpu
    values[`peak_${name}`] = largestProject.peak
    if (name === 'six') values.types = slopeOf(compiled, 'types')
    values.bytes = slopeOf(compiledBy('declarations'), 'bytes')
  }
  const evidence = compiles.flatMap(({ compiler, size, failure }) =>
    failure === null ? [] : [{ compiler, size, failure }],
  )
  return { values, evidence }
}

/** Returns the slope between the two largest projects that compile. */
function slopeOf(
  compiles: readonly Compile[],
  figure: 'instantiations' | 'types' | 'bytes',
): number | null {
  const [low, high] = compiles.filter((each) => each[figure] !== null).slice(-2)
  return low && high ? (Number(high[figure]) - Number(low[figure])) / (high.size - low.size) : null
}
