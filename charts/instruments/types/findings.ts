/** Sentences made of the data. */
import { grouped } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { significant } from '../../text/numbers.ts'
import { COMPILERS, type CompilerName, type TypesFile } from './format.ts'
import { type CompilerSummary, type TypesRow, typesRows } from './summary.ts'

type File = Unsealed<TypesFile>

const [SIX, SEVEN] = COMPILERS

export const PARTS = { client: 'with client', server: 'server' }
export const whole = (value: number) => grouped(Math.round(value))
export const largestOf = (sizes: readonly number[]) => grouped(sizes.at(-1) ?? 0)

/** With the client, or of what has none: the first of a library's rows. */
export const isWhole = ({ name }: TypesRow, index: number, rows: readonly TypesRow[]) => rows[index - 1]?.name !== name

/** Returns what the page begins with. */
export function findings(file: File): string {
  const rows = typesRows(file)
  const all = rows.filter(isWhole)
  const clients = all.filter(({ part }) => part === 'client')
  const sentences = [
    checkTime(clients, file),
    extremes(clients, 'a procedure with its typed client'),
    checkers(rows),
    versus(clients, file),
    extremes(
      all.filter(({ kind }) => kind === 'schemas'),
      'a schema with its type',
    ),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** The least and the most of a figure; null where fewer than two rows have it. */
function ends(rows: readonly TypesRow[], of: (row: TypesRow) => number | null) {
  const known = rows.flatMap((row) => {
    const value = of(row)
    return value === null ? [] : [{ displayName: row.displayName, value }]
  })
  const sorted = known.toSorted((a, b) => a.value - b.value)
  const [least, most] = [sorted.at(0), sorted.at(-1)]
  return least && most && least !== most ? { least, most } : null
}

function extremes(rows: readonly TypesRow[], what: string): string {
  const found = ends(rows, ({ compilers }) => compilers[SIX].instantiations)
  if (!found) return ''
  const { least, most } = found
  const ratio = significant(most.value / least.value, 2)
  return `In ${SIX}, ${what} costs ${whole(least.value)} instantiations with ${least.displayName} and ${ratio} times as many with ${most.displayName}.`
}

/** By the client for which checkers repeat the most: what it adds to its server. */
function checkers(rows: readonly TypesRow[]): string {
  const ratios = rows.flatMap((whole, i) => {
    const server = rows[i + 1]
    if (whole.part !== 'client' || !server) return []
    const added = COMPILERS.map((name) => {
      const [all, own] = [whole, server].map(({ compilers }) => compilers[name].instantiations)
      return all && own ? all - own : Number.NaN
    })
    const [six = Number.NaN, seven = Number.NaN, one = Number.NaN] = added
    return six > 0 && seven && one ? [{ displayName: whole.displayName, seven: seven / six, one: one / six }] : []
  })
  const [most] = ratios.toSorted((a, b) => b.seven - a.seven)
  if (!most) return ''
  return `TypeScript 7 divides the files among four checkers that share no types. So the client of ${most.displayName} adds ${significant(most.seven, 2)} times the instantiations that it adds in TypeScript 6, and ${significant(most.one, 2)} times with \`--checkers 1\`. [Reported](https://github.com/microsoft/typescript-go/issues/4148) were 12 times for Hono with zod-openapi.`
}

/** CPU time for the largest project. */
function seconds(clients: readonly TypesRow[], compiler: CompilerName): string[] {
  const found = ends(clients, ({ compilers }) => compilers[compiler].seconds)
  const text = ({ value, displayName }: { value: number; displayName: string }) =>
    `${significant(value, 2)} s (${displayName})`
  return found ? [`${text(found.least)} to ${text(found.most)}`] : []
}

function checkTime(clients: readonly TypesRow[], { protocol }: File): string {
  const all = ([SIX, SEVEN] as const).flatMap((name) =>
    seconds(clients, name).map((range) => `in ${name} from ${range}`),
  )
  if (all.length === 0) return ''
  return `To check ${largestOf(protocol.sizes)} procedures with their typed client takes ${all.join(', and ')} of CPU time.`
}

/** Returns README's line. */
export function editorText(file: File): string {
  const clients = typesRows(file).filter(({ part }) => part === 'client')
  const line = (range: string) =>
    `[${largestOf(file.protocol.sizes)} procedures](charts/published/types) take ${range} of CPU time in ${SEVEN}, on one machine.`
  return seconds(clients, SEVEN).map(line).join('')
}

/** oRPC's authors publish such a comparison. */
function versus(clients: readonly TypesRow[], { protocol }: File): string {
  const [orpc, trpc] = ['orpc', 'trpc'].map((name) => clients.find((row) => row.name === name))
  if (!orpc || !trpc) return ''
  const ratios = (of: (summary: CompilerSummary) => number | null) =>
    [SIX, SEVEN].map((name) => (of(orpc.compilers[name]) ?? 0) / (of(trpc.compilers[name]) ?? 0))
  const all = [...ratios(({ instantiations }) => instantiations), ...ratios(({ seconds }) => seconds)]
  if (!all.every(Number.isFinite)) return ''
  const [six, seven, slow, fast] = all.map((ratio) => significant(ratio, 2))
  return `A procedure of oRPC costs ${six} times the instantiations of one of tRPC in ${SIX} and ${seven} times in ${SEVEN}; ${largestOf(protocol.sizes)} of them take ${slow} and ${fast} times the CPU time ([oRPC's own comparison](https://github.com/middleapi/orpc-benchmarks)).`
}

/** Growth from which a cost is not linear. */
const CURVED = 1.1

/** Returns a note for each library whose cost per procedure depends on their number. */
export function curves(file: File): string[] {
  return typesRows(file).flatMap(({ displayName, part, compilers }) => {
    const { instantiations, growth } = compilers[SIX]
    if (!instantiations || !growth || growth < CURVED) return []
    const before = whole(instantiations / growth)
    return `Not linear: ${displayName}, ${PARTS[part]}: ${before} instantiations more per procedure up to ${grouped(file.protocol.sizes.at(-2) ?? 0)}, ${whole(instantiations)} beyond.`
  })
}
