/** Costs per procedure or schema, as slopes between sizes. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import type { Row } from '../columns.ts'
import { COMPILERS, type Compile, type CompilerName, type TypesFile } from './format.ts'

/** A part of a library's projects, with one compiler. */
export interface CompilerSummary {
  /** Per procedure or schema, between the two largest sizes. */
  instantiations: number | null
  types: number | null
  /** The same slope over that between the two sizes before: 1 where the cost is linear, 10 where it is quadratic. */
  growth: number | null
  /** Check time and memory of the largest project, with all that it imports. */
  seconds: number | null
  peakBytes: number | null
}

export interface TypesRow extends Row {
  kind: 'procedures' | 'schemas'
  part: Compile['part']
  compilers: Record<CompilerName, CompilerSummary>
  /** Bytes of .d.ts files per procedure or schema, of the server. */
  declarations: number | null
}

/** Fewest instantiations under TypeScript 6 first; of each library the server behind the whole. */
export function typesRows({ servers, protocol: { sizes } }: Unsealed<TypesFile>): TypesRow[] {
  const libraries = servers.map(({ compiles, declarations, ...identity }) =>
    (['client', 'server'] as const).flatMap((part): TypesRow[] => {
      const own = compiles.filter((compile) => compile.part === part)
      const of = (name: CompilerName) =>
        [
          name,
          summarize(
            own.filter(({ compiler }) => compiler === name),
            sizes,
          ),
        ] as const
      const compilers = Object.fromEntries(COMPILERS.map(of)) as TypesRow['compilers']
      const bytes = part === 'server' ? slope(declarations, sizes, 'bytes') : null
      return own.length === 0 ? [] : [{ ...identity, part, compilers, declarations: bytes }]
    }),
  )
  const cost = ([whole]: TypesRow[]) => whole?.compilers[COMPILERS[0]].instantiations ?? Number.POSITIVE_INFINITY
  return libraries.toSorted((a, b) => cost(a) - cost(b)).flat()
}

function summarize(compiles: readonly Compile[], sizes: readonly number[]): CompilerSummary {
  const largest = compiles.find(({ size }) => size === sizes.at(-1))
  const middle = (values: readonly number[] = []) => (values.length === 0 ? null : medianOf(values).median)
  const instantiations = slope(compiles, sizes, 'instantiations')
  const before = slope(compiles, sizes.slice(0, -1), 'instantiations')
  return {
    ...{ instantiations, types: slope(compiles, sizes, 'types') },
    growth: instantiations !== null && before ? instantiations / before : null,
    ...{ seconds: middle(largest?.checkSeconds), peakBytes: middle(largest?.peakBytes) },
  }
}

/** Between the last two sizes. */
function slope<K extends string>(
  all: readonly ({ size: number } & Record<K, number | null>)[],
  sizes: readonly number[],
  figure: K,
): number | null {
  const [low, high] = sizes.slice(-2).map((size) => all.find((one) => one.size === size))
  const [from, to] = [low?.[figure] ?? null, high?.[figure] ?? null]
  return low && high && from !== null && to !== null ? (to - from) / (high.size - low.size) : null
}
