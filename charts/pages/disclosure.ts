/** What a sceptic asks of each server: who validates, how and how strictly, and who serializes. */
import type { Result, ServerResult } from '../../shared/result/format.ts'
import { inline, table } from './markdown.ts'

const columns: [title: string, cell: (server: ServerResult) => string][] = [
  ['server', ({ displayName }) => displayName],
  ['validates', ({ validation }) => validation.library ?? (validation.by === 'framework' ? 'built-in' : validation.by)],
  ['how', ({ validation }) => validation.how],
  ['unknown keys', ({ validation }) => validation.unknownKeys],
  ['`"1"` for a number', ({ validation }) => (validation.coerces ? 'coerced' : 'refused')],
  ['flaws named', ({ validation }) => validation.errors],
  ['serializer', ({ serializer }) => serializer],
  ['written', ({ tuned }) => (tuned ? `tuned: ${tuned}` : 'idiomatic')],
]

export function disclosureTable({ servers }: Result): string {
  return table(
    columns.map(([title]) => title),
    servers.map((server) => columns.map(([, cell]) => inline(cell(server)))),
    columns.map(() => 'left' as const),
  )
}
