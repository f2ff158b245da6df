/** Costs per procedure or schema, as slopes between sizes. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import type { Row } from '../columns.ts'
import { COMPILERS, type Compile, type CompilerName, type TypesFile } from './format.ts'

/** A part of a library's projects, with one compiler. */
export interface CompilerSummary {
  /** Per procedure or schema, between the two largest sizes that the compiler can check. */
  instantiations: number | null
  types: number | null
  /** The same slope over that between the two sizes before: 1 where the cost is linear, 10 where it is quadratic. */
  growth: number | null
  /** CPU time of the largest project that several processes compiled. */
  repeatedSeconds: number | null
  /** CPU time and memory of the largest project, with all that it imports. */
  seconds: number | null
  peakMegabytes: number | null
}

export interface TypesRow extends Row {
  kind: 'procedures' | 'schemas'
  part: Compile['part']
  compilers: Record<CompilerName, CompilerSummary>
  /** Bytes of .d.ts files per procedure or schema, of the server. */
  declarations: number | null
}

/** Fewest instantiations under TypeScript 6 first; of each library the server behind the whole. */
export function typesRows({ servers, protocol }: Unsealed<TypesFile>): TypesRow[] {
  const libraries = servers.map(({ compiles, declarations, ...identity }) =>
    (['client', 'server'] as const).flatMap((part): TypesRow[] => {
      const own = compiles.filter((compile) => compile.part === part)
      const of = (name: CompilerName) =>
        [
          name,
          summarize(
            own.filter(({ compiler }) => compiler === name),
            protocol,
          ),
        ] as const
      const compilers = Object.fromEntries(COMPILERS.map(of)) as TypesRow['compilers']
      const bytes = part === 'server' ? slope(declarations, 'bytes') : null
      return own.length === 0 ? [] : [{ ...identity, part, compilers, declarations: bytes }]
    }),
  )
  const cost = ([whole]: TypesRow[]) => whole?.compilers[COMPILERS[0]].instantiations ?? Number.POSITIVE_INFINITY
  return libraries.toSorted((a, b) => cost(a) - cost(b)).flat()
}

function summarize(
  compiles: readonly Compile[],
  { sizes, repeated }: Pick<TypesFile['protocol'], 'sizes' | 'repeated'>,
): CompilerSummary {
  const at = (size: number | undefined) => compiles.find((compile) => compile.size === size)
  const middle = (values: readonly number[] = []) => (values.length === 0 ? null : medianOf(values).median)
  const counted = compiles.filter(({ failure }) => failure === null)
  const instantiations = slope(counted, 'instantiations')
  const before = slope(counted.slice(0, -1), 'instantiations')
  const largest = at(sizes.at(-1))
  const peak = middle(largest?.peakBytes)
  return {
    ...{ instantiations, types: slope(counted, 'types') },
    growth: instantiations !== null && before ? instantiations / before : null,
    repeatedSeconds: middle(at(repeated.at(-1))?.cpuSeconds),
    ...{ seconds: middle(largest?.cpuSeconds), peakMegabytes: peak && peak / 1e6 },
  }
}

/** Between the last two that have the figure. */
function slope<K extends string>(
  all: readonly ({ size: number } & Record<K, number | null>)[],
  figure: K,
): number | null {
  const known = all.flatMap(({ size, [figure]: value }) => (value === null ? [] : [{ size, value: value as number }]))
  const [low, high] = known.slice(-2)
  return low && high ? (high.value - low.value) / (high.size - low.size) : null
}
