/** Which servers can reject unknown keys, and what it costs. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Row } from '../../../shared/probes/column.ts'
import { filesToPublish, percentMore } from '../../../shared/results/counting.ts'
import { type Estimate, meanEstimate } from '../../../shared/stats/intervals.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import { countingText } from '../counting-text.ts'
import { instrument } from '../instrument.ts'
import { type StrictKeys, type StrictServer, strictKeysStore } from './format.ts'

type File = Unsealed<StrictKeys>

interface StrictRow extends Row, Omit<StrictServer, keyof Row> {
  /** Percent of the instructions per request; null where it was not counted. */
  cost: Estimate | null
}

const isCounted = ({ counting }: Pick<File, 'counting'>) => counting !== null

const COST =
  'The cost is in instructions per valid request: the ratio of the medians of processes with the option and without, with half of its 95% interval or its ends.'

export default instrument<StrictKeys, StrictRow>({
  name: 'strict-keys',
  title: 'Strict keys',
  sentence: 'which servers can reject unknown keys by a documented option',
  about:
    'A key that no schema names may be a typo, or a client setting a field it shouldn’t. Each server gets one at the top of `update-user` and one in a nested object of `update-account`; connect gets them as JSON, since a binary protobuf message has no keys. Where its documentation has an option that rejects such keys, the server with it must reject that key; `__proto__` and `constructor`, which every object inherits, may still pass.',
  store: strictKeysStore,
  published: (root) =>
    filesToPublish(
      strictKeysStore.stored(root),
      ({ instructions: { strict } }) => strict.length > 0,
    ),
  heading: ({ servers, environment }) => `${plural(servers.length, 'server')} on ${environment.os}`,
  rows,
  lead: (stored) => lead(stored.flatMap(({ file }) => rows(file))),
  columns: [
    { title: 'validator', value: ({ validator }) => validator ?? 'hand-written' },
    { title: 'by default', value: ({ unknownKeys }) => unknownKeys.top },
    { title: 'nested', value: ({ unknownKeys }) => unknownKeys.nested },
    { title: 'option that rejects', value: optionText },
    {
      title: 'covers nested objects',
      value: ({ option }) => (option === null ? null : option.nested ? 'yes' : 'each needs it'),
    },
    { title: '__proto__ with it', value: ({ inheritedKeys }) => inheritedKeys?.protoKey ?? null },
    {
      title: 'constructor with it',
      value: ({ inheritedKeys }) => inheritedKeys?.constructorKey ?? null,
    },
    {
      title: 'cost, %',
      when: isCounted,
      ...{ better: 'lower', interval: 'absolute' },
      format: (value) => value.toFixed(1),
      value: ({ cost }) => cost,
    },
    {
      title: 'instructions with it',
      when: isCounted,
      ...{ better: 'lower', format: grouped },
      value: ({ instructions: { strict } }) => (strict.length > 0 ? medianOf(strict).median : null),
    },
  ],
  notes: (file) => (isCounted(file) ? [COST] : []),
  conditions: (file) =>
    countingText(
      file,
      file.servers.map(({ instructions: { strict } }) => strict),
    ),
})

function optionText({ option, validator, unknownKeys }: StrictRow): string {
  if (option !== null) return option.option
  if (unknownKeys.top === 'rejected') return 'none needed'
  return validator === null ? 'hand-written: none' : 'none documented'
}

/** Those whose option was counted first, the least cost on top; then those with a validator, and hand-written ones last. */
function rows({ servers }: File): StrictRow[] {
  const place = ({ cost, validator }: StrictRow) => (cost ? 0 : validator === null ? 2 : 1)
  return servers
    .filter(({ refusal }) => refusal === null)
    .map((server): StrictRow => {
      return { ...server, cost: percentMore(server.instructions.strict, server.instructions.plain) }
    })
    .sort(
      (a, b) =>
        place(a) - place(b) ||
        (a.cost?.value ?? 0) - (b.cost?.value ?? 0) ||
        (a.name < b.name ? -1 : 1),
    )
}

function groupsOf(servers: readonly StrictRow[]) {
  const validated = servers.filter(({ validator }) => validator !== null)
  const byDefault = validated.filter(({ unknownKeys }) => unknownKeys.top === 'rejected')
  const byOption = validated.filter(({ option }) => option !== null)
  const costs = byOption.flatMap(({ cost }) => (cost ? [cost.value] : []))
  const leaky = byOption.filter(
    ({ inheritedKeys: keys }) =>
      keys &&
      [keys.protoKey, keys.constructorKey].some((key) => key !== null && key !== 'rejected'),
  )
  return {
    all: validated.length,
    byDefault: byDefault.length,
    byOption: byOption.length,
    leaky: leaky.length,
    costs,
  }
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}%`

/** Mean with Student's 95% interval over the servers. */
function costText(costs: readonly number[]): string {
  const { value, low, high } = meanEstimate(costs)
  const interval =
    low === null || high === null ? '' : ` (95% interval: ${signed(low)} to ${signed(high)})`
  return `${signed(value)}${interval}`
}

function lead(servers: readonly StrictRow[]): string {
  if (servers.length === 0) return ''
  const { all, byDefault, byOption, leaky, costs } = groupsOf(servers)
  const without = all - byDefault - byOption
  const cost =
    costs.length === 0
      ? ''
      : ` Over the ${costs.length} that were counted, the option costs ${costText(costs)} instructions per request.`
  const passes =
    leaky === 0
      ? ''
      : ` With it, \`__proto__\` or \`constructor\` is stripped instead in ${leaky === 1 ? 'one' : leaky}.`
  return `**${byOption} of ${all} servers with a validator can reject unknown keys by an option, ${byDefault} ${byDefault === 1 ? 'does' : 'do'} so by default, and ${without} ${without === 1 ? 'has' : 'have'} no documented way.**${cost}${passes}`
}
