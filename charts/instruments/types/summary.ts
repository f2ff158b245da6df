/** Costs per procedure, as slopes between sizes. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import type { Row } from '../columns.ts'
import { COMPILERS, type Compile, type CompilerName, type Declarations, type TypesFile } from './format.ts'

type File = Unsealed<TypesFile>

/** A project with one compiler. */
export interface CompilerSummary {
  /** Per procedure or schema, between the two largest sizes. */
  instantiations: number | null
  types: number | null
  /** The same slope over that between the two smallest sizes: 1 where the cost is linear, 10 where it is quadratic. */
  growth: number | null
  /** At the largest size, with everything that is imported. */
  total: number | null
  seconds: number | null
  peakBytes: number | null
  /** Limits that it hit, with the size. */
  failures: string[]
}

export interface TypesRow extends Row {
  kind: 'procedures' | 'schemas'
  part: Compile['part']
  compilers: Record<CompilerName, CompilerSummary>
  /** Bytes of .d.ts files per procedure or schema; of the server alone. */
  declarations: number | null
}

/** Fewest instantiations under the first compiler first, with its client where it has one; the server alone follows. */
export function typesRows({ servers, protocol: { sizes } }: File): TypesRow[] {
  const groups = servers
    .filter(({ refusal }) => refusal === null)
    .map(({ compiles, declarations, ...identity }): TypesRow[] =>
      (['client', 'server'] as const)
        .filter((part) => compiles.some((compile) => compile.part === part))
        .map((part) => ({
          ...identity,
          part,
          compilers: Object.fromEntries(
            COMPILERS.map((name) => [
              name,
              summarize(
                compiles.filter((compile) => compile.part === part && compile.compiler === name),
                sizes,
              ),
            ]),
          ) as TypesRow['compilers'],
          declarations: part === 'server' ? slopes(declarations, sizes, ({ bytes }) => bytes).last : null,
        })),
    )
  const cost = ([first]: TypesRow[]) => first?.compilers[COMPILERS[0]].instantiations ?? Number.POSITIVE_INFINITY
  return groups.toSorted((a, b) => cost(a) - cost(b)).flat()
}

function summarize(compiles: readonly Compile[], sizes: readonly number[]): CompilerSummary {
  const { last, before } = slopes(compiles, sizes, ({ instantiations }) => instantiations)
  const largest = compiles.find(({ size }) => size === sizes.at(-1))
  const middle = (values: readonly number[] = []) => (values.length === 0 ? null : medianOf(values).median)
  return {
    instantiations: last,
    types: slopes(compiles, sizes, ({ types }) => types).last,
    growth: last !== null && before !== null && before > 0 ? last / before : null,
    total: largest?.instantiations ?? null,
    ...{ seconds: middle(largest?.checkSeconds), peakBytes: middle(largest?.peakBytes) },
    failures: compiles.flatMap(({ size, failure }) => (failure === null ? [] : [`at ${size}: ${failure}`])),
  }
}

/** Between the two largest sizes, and between the two before. */
function slopes<T extends Compile | Declarations>(
  all: readonly T[],
  sizes: readonly number[],
  value: (one: T) => number | null,
): { last: number | null; before: number | null } {
  const at = (index: number) => {
    const one = all.find(({ size }) => size === sizes.at(index))
    return one ? value(one) : null
  }
  const slope = (from: number, to: number) => {
    const [low, high] = [at(from), at(to)]
    return low === null || high === null ? null : (high - low) / ((sizes.at(to) ?? 0) - (sizes.at(from) ?? 0))
  }
  return { last: slope(-2, -1), before: slope(-3, -2) }
}
