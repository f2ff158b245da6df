/** Costs of work-arounds: of all that servers do for the contract's sake alone, beyond what their frameworks document. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Row } from '../../../shared/probes/column.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import { countingText } from '../counting-text.ts'
import { instrument } from '../instrument.ts'
import {
  type WorkaroundCost,
  type Workarounds,
  workaroundCosts,
  workaroundsStore,
  workaroundsToPublish,
} from './format.ts'

type File = Unsealed<Workarounds>
type Costly = Row & WorkaroundCost

export default instrument<Workarounds, Costly>({
  name: 'workarounds',
  title: 'Work-arounds',
  sentence: 'what servers do only to pass the contract, and what it costs',
  about:
    'What a server does on each valid request only to pass the contract, beyond what its framework’s documentation shows, and what it costs: instructions per request in `update-user`, against the same server without it. ± is half of a 95% interval over processes; brackets have its ends. Below zero, what the framework documents is slower than what is measured here.',
  store: workaroundsStore,
  published: workaroundsToPublish,
  heading: ({ servers, environment }) => `${plural(servers.length, 'server')} on ${environment.os}`,
  lead: (stored) => finding(stored.flatMap(({ file }) => rows(file))),
  rows,
  partOf: ({ id }) => id,
  columns: [
    { title: 'work-around', on: ['terminal', 'data'], value: ({ id }) => id },
    { title: 'work-around', on: ['page'], value: ({ why }) => why },
    {
      title: 'cost, %',
      ...{ better: 'lower', interval: 'absolute' },
      format: (value) => value.toFixed(1),
      value: ({ measured }) => measured?.cost ?? 'not measured',
    },
    {
      title: 'instructions with it',
      ...{ better: 'lower', format: (count) => grouped(Math.round(count)) },
      value: ({ measured }) => measured?.own ?? null,
    },
    {
      title: 'without',
      ...{ better: 'lower', format: (count) => grouped(Math.round(count)) },
      value: ({ measured }) => measured?.standard ?? null,
    },
  ],
  conditions: (file) =>
    countingText(
      file,
      file.servers.map(({ instructions }) => instructions),
    ),
})

function finding(all: readonly Costly[]): string {
  const costs = all
    .flatMap(({ displayName, measured }) =>
      measured ? [{ displayName, cost: measured.cost.value }] : [],
    )
    .sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost))
  const [largest] = costs
  if (!largest) return ''
  const opposite = costs.find(({ cost }) => Math.sign(cost) === -Math.sign(largest.cost))
  const note = ({ displayName, cost }: typeof largest) =>
    `(${displayName}${cost < 0 ? ': the documented code is slower' : ''})`
  const other = opposite
    ? `; in the other direction, it is ${signed(opposite.cost)} ${note(opposite)}`
    : ''
  const { median } = medianOf(costs.map(({ cost }) => cost))
  return `**Of ${plural(costs.length, 'work-around')}, the largest effect is ${signed(largest.cost)} instructions per request ${note(largest)}${other}. The median is ${signed(median)}.**`
}

const signed = (percent: number) => `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`

/** The most costly first. */
function rows({ servers }: File): Costly[] {
  const costOf = ({ measured }: WorkaroundCost) => measured?.cost.value ?? Number.NEGATIVE_INFINITY
  return servers
    .filter(({ refusal }) => refusal === null)
    .flatMap((server) => workaroundCosts(server).map((cost) => ({ ...server, ...cost })))
    .sort((a, b) => costOf(b) - costOf(a))
}
