/** The table of validation libraries in process that a terminal shows. */
import { grouped } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import type { Estimate } from '../../shared/result/intervals.ts'
import { OPERATIONS, type UnsealedValidators } from '../../shared/result/validators.ts'
import { relativeWidth, type Summarized, summarized } from '../../shared/result/validators-summary.ts'

/** One row a library and runtime, the shortest `parse` first; then who was refused and why. */
export function validatorsTable({ libraries }: Pick<UnsealedValidators, 'libraries'>): string {
  const rows = summarized({ libraries }).map(rowOf)
  const head = [
    'library',
    'version',
    'runtime',
    ...OPERATIONS.map((operation) => `${operation} ns`),
    'instructions',
    'bytes',
    'import ms',
    'first call µs',
  ]
  const refused = libraries.flatMap(({ folder, runtime, refusal }) =>
    refusal === null ? [] : [`${folder} (${runtime}): refused: ${refusal}`],
  )
  const notes = ['instructions and bytes: of validate, parse']
  return [
    ...(rows.length > 0 ? [textTable(head, rows, ['left', 'left', 'left', 'right']), ...notes] : []),
    ...libraries.flatMap(({ library, runtime, accepts }) => (accepts ? [`${library} (${runtime}): ${accepts}`] : [])),
    ...refused,
  ].join('\n')
}

function rowOf({ library, version, runtime, summary }: Summarized): string[] {
  const { operations, importMilliseconds, firstCallMicroseconds } = summary
  const both = [operations.validate, operations.parse]
  const joined = (figures: (number | null | undefined)[]) =>
    figures.some((figure) => typeof figure === 'number')
      ? figures.map((figure) => (typeof figure === 'number' ? grouped(figure) : '')).join(', ')
      : ''
  return [
    library,
    version ?? '',
    runtime,
    ...OPERATIONS.map((operation) => withWidth(operations[operation]?.nanoseconds)),
    joined(both.map((each) => each?.instructions?.value)),
    joined(both.map((each) => each?.bytes)),
    withWidth(importMilliseconds),
    withWidth(firstCallMicroseconds),
  ]
}

function withWidth(estimate: Estimate | undefined): string {
  if (!estimate) return ''
  const width = relativeWidth(estimate)
  return `${grouped(estimate.value)}${width === null ? '' : ` ±${(width * 100).toFixed(0)}%`}`
}
