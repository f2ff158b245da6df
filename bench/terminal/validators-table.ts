/** The table of validation libraries in process that a terminal shows. */
import { grouped } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import {
  type Estimate,
  type LibrarySummary,
  type MeasuredLibrary,
  OPERATIONS,
  type UnsealedValidators,
} from '../../shared/result/validators.ts'
import { relativeWidth } from '../../shared/result/validators-summary.ts'

/** One row a library and runtime, the shortest `validate` first; then who was refused and why. */
export function validatorsTable({ libraries }: Pick<UnsealedValidators, 'libraries'>): string {
  const measured = libraries
    .flatMap((library) => (library.summary ? [{ library, summary: library.summary }] : []))
    .sort((a, b) => timeOf(a.summary) - timeOf(b.summary))
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
  const rows = measured.map(({ library, summary }) => rowOf(library, summary))
  const refused = libraries.flatMap(({ folder, runtime, refusal }) =>
    refusal === null ? [] : [`${folder} (${runtime}): refused: ${refusal}`],
  )
  const notes = ['instructions and bytes: of validate, parse']
  return [
    ...(rows.length > 0 ? [textTable(head, rows, ['left', 'left', 'left', 'right']), ...notes] : []),
    ...refused,
  ].join('\n')
}

function rowOf({ library, version, runtime }: MeasuredLibrary, summary: LibrarySummary): string[] {
  const { operations, importMilliseconds, firstCallMicroseconds } = summary
  const both = [operations.validate, operations.parse]
  const joined = (figures: (number | null | undefined)[]) =>
    figures.map((figure) => (figure === null || figure === undefined ? '' : grouped(figure))).join(', ')
  return [
    library,
    version ?? '',
    runtime,
    ...OPERATIONS.map((operation) => withWidth(operations[operation]?.nanoseconds)),
    both.some((operation) => operation?.instructions) ? joined(both.map((each) => each?.instructions?.mean)) : '',
    both.some((operation) => typeof operation?.bytes === 'number') ? joined(both.map((each) => each?.bytes)) : '',
    withWidth(importMilliseconds),
    withWidth(firstCallMicroseconds),
  ]
}

function timeOf({ operations }: LibrarySummary): number {
  return operations.validate?.nanoseconds.mean ?? Number.POSITIVE_INFINITY
}

function withWidth(estimate: Estimate | undefined): string {
  if (!estimate) return ''
  const width = relativeWidth(estimate)
  return `${grouped(estimate.mean)}${width === null ? '' : ` ±${(width * 100).toFixed(0)}%`}`
}
