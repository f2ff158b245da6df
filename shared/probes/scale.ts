/** Servers as several processes behind one port. Each number of workers is a part of a server. */
import { z } from 'zod'
import { plural } from '../basics/text.ts'
import { count, positive } from '../format/fields.ts'
import type { Subject } from '../format/measurement.ts'
import { ONE_ONLY, SHARINGS, type Sharing } from '../format/workers.ts'
import {
  type Contents,
  figureOf,
  firstOf,
  type Metric,
  type Probe,
  rowsOf,
  type SubjectRow,
} from '../probe/probe.ts'
import { Drawn, whyTooSmall } from '../probe/protocol.ts'
import { CAVEATS } from '../results/caveats.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { medianAndRange } from '../stats/intervals.ts'
import { rateText } from '../text/numbers.ts'

export const workersPart = (workers: number) => plural(workers, 'worker')

const Protocol = Drawn.extend({
  workers: z.array(count.min(1)),
  sharing: z.enum(SHARINGS),
  connections: count.min(1).describe('per worker'),
  seconds: positive,
  sharedCpus: z.boolean().optional(),
})

const protocolOf = ({ protocol }: Contents) => protocol as z.infer<typeof Protocol>

/** Words for a way to share a port, after a number of workers. */
const SHARING_TEXT: Record<Sharing, string> = {
  'reuse-port': 'SO_REUSEPORT: each worker listens, and the kernel picks one by a hash',
  cluster: 'node:cluster: its primary process hands out connections in turn',
  'shared-handle': 'node:cluster: all workers accept from one socket',
}

const range = { estimate: 'range', interval: 'behind' } as const
const twoDigits = { ...range, digits: 2 } as const

const RATE: Metric = {
  ...range,
  id: 'rate',
  title: 'requests/s',
  better: 'higher',
  format: rateText,
}

const EFFICIENCY: Metric = {
  ...twoDigits,
  id: 'efficiency',
  title: 'efficiency, %',
  better: 'higher',
  value(server, file) {
    const shares = efficienciesOf(server, file)
    return shares.length > 0 ? medianAndRange(shares) : null
  },
}

export const scale: Probe = {
  name: 'scale',
  title: 'Several processes',
  sentence: 'servers as several processes behind one port',
  about:
    'Each server runs as several processes behind one port, as in production, with a CPU for each process. The number of connections grows with the number of workers. Efficiency is requests/s relative to the number of workers times the requests/s of one. The busiest worker’s connections are relative to an equal share. A figure is the median of fresh groups of processes, followed by their range. Memory is summed over the processes, so pages that they share count several times.',
  byScenario: true,
  timed: true,
  whyUnpublished: (file) =>
    protocolOf(file).sharedCpus
      ? 'is of workers that shared CPUs with the load generator'
      : whyTooSmall({ processes: 3, seconds: 2 })(file),
  protocol: Protocol,
  kindOf: (file) => protocolOf(file).sharing,
  parts: (file) =>
    protocolOf(file).workers.map((workers) => ({
      part: workersPart(workers),
      heading: `With ${workersPart(workers)}`,
    })),
  metrics: [
    { id: 'workers', title: 'workers', estimate: 'first', on: ['data'] },
    RATE,
    EFFICIENCY,
    { ...twoDigits, id: 'cpu', title: 'CPU, % of the workers’ CPUs', key: 'cpu' },
    { ...twoDigits, id: 'memory', title: 'peak memory, MB', scale: 1e-6, better: 'lower' },
    { ...twoDigits, id: 'p99', title: 'p99, ms', better: 'lower' },
    {
      ...twoDigits,
      id: 'busiest',
      title: 'busiest worker, × fair share',
    },
    { ...twoDigits, id: 'generator', title: 'load generator busy, %', on: ['terminal', 'data'] },
  ],
  order: ['rate'],
  caveats: [
    {
      word: 'own processes',
      meaning:
        'its workers start processes that respond too, so more are running than the number says',
      applies: hasMore,
    },
    ...(['generator-limited', 'idle', 'noisy', 'unsettled'] as const).map((kind) => ({
      word: kind,
      meaning: CAVEATS[kind].meaning,
      applies: (server: Subject) => hasMostly(server, kind),
    })),
    {
      word: 'shared cores',
      meaning: 'its workers share physical cores, as hardware threads',
      applies(server) {
        const [cores, workers] = [firstOf(server, 'cores'), firstOf(server, 'workers')]
        return cores !== null && Number(cores) < Number(workers)
      },
    },
  ],
  heading: (file) =>
    `${scenarios.get(file.scenario ?? '')?.title}, ${SHARING_TEXT[protocolOf(file).sharing]}`,
  charts: (file) => [
    {
      kind: 'lines',
      name: `${file.scenario}.${protocolOf(file).sharing}.scale`,
      what: 'requests/s',
      processes: protocolOf(file).processes,
      where: (workers) => ` with ${workersPart(workers)}`,
      subtitle:
        'Higher is better. Requests/s by number of workers; medians and ranges of fresh groups. Both axes are logarithmic, so a server that scales perfectly is a straight line.',
      points: rowsOf(scale, file).flatMap((row) => {
        const { value, low, high } = figureOf(row, RATE, file) ?? {}
        const at = firstOf(row, 'workers')
        return value && typeof at === 'number'
          ? [{ row, at, value, low: low ?? value, high: high ?? value }]
          : []
      }),
      axes: ['workers', 'requests/s'],
    },
  ],
  notes({ protocol, subjects }) {
    const single = subjects.filter(({ disqualified }) => disqualified?.includes(ONE_ONLY))
    const names = new Set(single.map(({ displayName }) => displayName))
    return [
      ...(names.size > 0
        ? [`can run as one process only, without a change: ${[...names].join(', ')}`]
        : []),
      ...(protocol.sharedCpus
        ? ['never published: the workers shared CPUs with the load generator']
        : []),
    ]
  },
  conditions(file) {
    const { connections, processes, seconds, seed } = protocolOf(file)
    return [
      `builtin ${file.environment.generatorVersion}, in up to two processes per worker: closed loop, ${connections} connections per worker, ${seconds} s`,
      `${plural(processes, 'fresh group', 'fresh groups')} of processes per server, in rounds of random order`,
      `seed ${seed}`,
    ]
  },
}

/** Returns whether most groups have a caveat. */
const hasMostly = ({ samples }: Subject, kind: string): boolean =>
  2 * samples.filter(({ values }) => String(values.caveats).split(', ').includes(kind)).length >
  samples.length

/** Returns whether more processes respond than workers were started. */
function hasMore({ samples }: Subject): boolean {
  return samples.some(({ values }) => Number(values.processes ?? 0) > Number(values.workers))
}

/** Returns, of each round, the requests/s relative to those of one worker times their number, in percent. */
function efficienciesOf({ name, samples }: SubjectRow, file: Contents): number[] {
  const one = file.subjects.find((each) => each.name === name && each.part === workersPart(1))
  return samples.flatMap(({ round, values: { rate, workers } }) => {
    const single = one?.samples.find((sample) => sample.round === round)?.values.rate
    return single ? [(100 * Number(rate)) / (Number(workers) * Number(single))] : []
  })
}
