/** Which servers can reject unknown keys, and what it costs. */
import { grouped, listed } from '../basics/text.ts'
import { type Contents, firstOf, medianValue, type Probe, type SubjectRow } from '../probe/probe.ts'
import { meanEstimate } from '../stats/intervals.ts'
import { COST, INSTRUCTIONS, ofVariants, partOf, percentMore, signed } from './variants.ts'

/** The part of a server with the option by which its documentation rejects unknown keys. */
export const STRICT = 'strict'

const strictOf = (row: SubjectRow, file: Contents) => partOf(file, row, STRICT)
const costOf = (row: SubjectRow, file: Contents) => percentMore(strictOf(row, file), row)
/** A binary message, its usual wire, has no keys. */
const AS_JSON = 'connect'
/** Where there is room for more than on a page. */
const ELSEWHERE = ['terminal', 'data'] as const
const isCounted = ({ protocol }: Contents) => protocol.counter !== null

/** Returns what the server with the option does with a key that every object inherits. */
const withOption = (id: string) => (row: SubjectRow, file: Contents) => {
  const strict = strictOf(row, file)
  return strict ? firstOf(strict, id) : null
}

export const strictKeys: Probe = {
  ...ofVariants,
  name: 'strict-keys',
  title: 'Strict keys',
  sentence: 'which servers can reject unknown keys by a documented option',
  about:
    'An unknown key may be a typo, or a client setting a field it shouldn’t. We send each server one at the top level of `update-user`, and one in a nested object of `update-account`; connect gets them as JSON, since a binary protobuf message has no keys; it returns a message’s unknown fields. If its documentation has an option that rejects unknown keys, the server with that option must reject them. `__proto__` and `constructor`, which every object inherits, may still pass.',
  metrics: [
    {
      id: 'validator',
      title: 'validator',
      value: (row) => firstOf(row, 'validator') ?? 'hand-written',
    },
    { id: 'top', title: 'by default', estimate: 'first' },
    { id: 'nested', title: 'nested', estimate: 'first' },
    { id: 'option', title: 'option that rejects', value: optionText },
    { id: 'covers', title: 'covers nested objects', estimate: 'first' },
    // The lead names the servers that do not reject these.
    { id: 'protoKey', title: '__proto__ with it', value: withOption('protoKey'), on: ELSEWHERE },
    {
      id: 'constructorKey',
      title: 'constructor with it',
      value: withOption('constructorKey'),
      on: ELSEWHERE,
    },
    { ...COST, when: isCounted, value: costOf },
    {
      id: INSTRUCTIONS,
      title: 'instructions with it',
      on: ELSEWHERE,
      when: isCounted,
      better: 'lower',
      format: grouped,
      value: (row, file) => medianValue(strictOf(row, file), INSTRUCTIONS),
    },
  ],
  rows,
  lead: (stored) => lead(stored.flatMap(({ file }) => rows(file).map((row) => ({ row, file })))),
  notes: (file) =>
    isCounted(file)
      ? [
          'Cost: change in instructions per valid request, from the medians of processes with the option and without; ± is half of its 95% interval, brackets have its ends.',
        ]
      : [],
}

function optionText(row: SubjectRow) {
  const option = firstOf(row, 'option')
  if (option !== null) return option
  if (firstOf(row, 'top') === 'rejected') return 'none needed'
  return firstOf(row, 'validator') === null ? 'hand-written: none' : 'none documented'
}

/** Returns servers whose option was counted, by rising cost; then those with a validator, and hand-written ones last. */
function rows(file: Contents): SubjectRow[] {
  const cost = (row: SubjectRow) => costOf(row, file)
  const place = (row: SubjectRow) => (cost(row) ? 0 : firstOf(row, 'validator') === null ? 2 : 1)
  return file.subjects
    .filter(({ part, disqualified }) => part === '' && disqualified === null)
    .filter((row) => !strictOf(row, file)?.disqualified)
    .map((row): SubjectRow => (row.name === AS_JSON ? { ...row, marks: '(JSON)' } : row))
    .sort(
      (a, b) =>
        place(a) - place(b) ||
        (cost(a)?.value ?? 0) - (cost(b)?.value ?? 0) ||
        (a.name < b.name ? -1 : 1),
    )
}

/** Mean with Student's 95% interval over the servers. */
function costText(costs: readonly number[]): string {
  const { value, low, high } = meanEstimate(costs)
  const interval =
    low === null || high === null ? '' : ` (95% interval: ${signed(low)} to ${signed(high)})`
  return `${signed(value)}${interval}`
}

function lead(measured: readonly { row: SubjectRow; file: Contents }[]): string {
  if (measured.length === 0) return ''
  const validated = measured.filter(({ row }) => firstOf(row, 'validator') !== null)
  const byDefault = validated.filter(({ row }) => firstOf(row, 'top') === 'rejected').length
  const byOption = validated.filter(({ row }) => firstOf(row, 'option') !== null)
  const costs = byOption.flatMap(({ row, file }) => costOf(row, file)?.value ?? [])
  const leaky = byOption.filter(({ row, file }) =>
    ['protoKey', 'constructorKey'].some(
      (id) => (withOption(id)(row, file) ?? 'rejected') !== 'rejected',
    ),
  )
  const without = validated.length - byDefault - byOption.length
  const cost =
    costs.length === 0
      ? ''
      : ` On average over the ${costs.length} that were counted, the option costs ${costText(costs)} instructions per request.`
  const passes =
    leaky.length === 0
      ? ''
      : ` Even with it, ${listed(leaky.map(({ row }) => row.displayName))} ${leaky.length === 1 ? 'does' : 'do'} not reject \`__proto__\` or \`constructor\`.`
  return `**Of ${validated.length} servers with a validator, ${byDefault} ${byDefault === 1 ? 'rejects' : 'reject'} unknown keys by default, ${byOption.length} can with an option, and ${without} ${without === 1 ? 'has' : 'have'} no documented way.**${cost}${passes}`
}
