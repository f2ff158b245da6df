/** Costs per procedure or schema, as slopes between sizes. */
import { grouped } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Row } from '../../../shared/probes/column.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import { COMPILERS, type CompilerName, type TypesFile } from './format.ts'

/** A library's projects: servers alone, with the typed client, or schemas. */
export interface TypesRow
  extends Row,
    Pick<TypesFile['servers'][number], 'kind' | 'compiles' | 'variant'> {
  part: 'client' | 'server'
}

/** Procedures first, then what compiles, then fewest instantiations under TypeScript 6; of each library the server behind the whole. */
export function typesRows({ servers }: Unsealed<TypesFile>): TypesRow[] {
  const libraries = servers.map((server) =>
    (['client', 'server'] as const)
      .filter((part) => server.compiles.some((compile) => compile.part === part))
      .map((part): TypesRow => ({ ...server, part })),
  )
  const cost = ([whole]: TypesRow[]) =>
    (whole && costOf(whole, COMPILERS[0])) ?? Number.POSITIVE_INFINITY
  const isSchema = ([whole]: TypesRow[]) => Number(whole?.kind === 'schemas')
  const fails = ([whole]: TypesRow[]) =>
    Number(whole?.compiles.some(({ failure, part }) => failure && part === whole.part))
  return libraries
    .toSorted((a, b) => isSchema(a) - isSchema(b) || fails(a) - fails(b) || cost(a) - cost(b))
    .flat()
}

/** A server with its client, or one that has none, written as its documentation shows first. */
export const isCompared = ({ kind, part, compiles, variant }: TypesRow) =>
  kind === 'procedures' &&
  variant === undefined &&
  (part === 'client' || compiles.every((compile) => compile.part !== 'client'))

export const whole = (value: number) => grouped(Math.round(value))

/**
 * Returns a figure per procedure or schema, between the two largest sizes that the compiler can check.
 * @param before number of sizes that are left out at the end
 */
export function costOf(
  { compiles, part }: TypesRow,
  compiler: CompilerName,
  figure: 'instantiations' | 'types' | 'bytes' = 'instantiations',
  before = 0,
): number | null {
  const of = figure === 'bytes' ? 'declarations' : part
  const own = compiles.filter(
    (each) => each.compiler === compiler && each.part === of && each[figure] !== null,
  )
  const [low, high] = own.slice(0, own.length - before).slice(-2)
  return low && high ? ((high[figure] ?? 0) - (low[figure] ?? 0)) / (high.size - low.size) : null
}

/** Returns CPU seconds or peak bytes of the largest project, with all that it imports. */
export function largestOf(
  { compiles, part }: TypesRow,
  compiler: CompilerName,
  figure: 'cpuSeconds' | 'peakBytes',
): number | null {
  const all =
    compiles.findLast((each) => each.compiler === compiler && each.part === part)?.[figure] ?? []
  return all.length > 0 ? medianOf(all).median : null
}
