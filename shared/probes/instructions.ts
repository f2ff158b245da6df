/** Instructions per request in user space. */

import { grouped } from '../basics/text.ts'
import { count } from '../format/fields.ts'
import {
  type Contents,
  figureOf,
  type Metric,
  type Probe,
  rowsOf,
  valuesOf,
} from '../probe/probe.ts'
import { Drawn } from '../probe/protocol.ts'
import { spreadOf } from '../stats/statistics.ts'
import { significant } from '../text/numbers.ts'

const REFERENCE = 'http-node'
/** Relative standard deviation between processes above which the compiler behaves differently in each. */
const SCATTERED = 0.01

/** Instructions of the thread that runs the JavaScript. */
export const INSTRUCTIONS: Metric = {
  id: 'instructions',
  title: 'instructions',
  key: 'instructions_per_request',
  estimate: 'mean',
  better: 'lower',
  interval: 'percent',
  format: (value) => significant(value, 5),
}

export const instructions: Probe = {
  name: 'instructions',
  title: 'Instructions per request',
  sentence: 'CPU instructions per request, which hardly depend on the machine',
  about:
    'User-space instructions that each server executes per request, on the thread that runs the JavaScript. They hardly depend on the machine, but they do not measure time.',
  byScenario: true,
  larger: 'slower',
  publish: 'pooled',
  protocol: Drawn.extend({ requests: count, shortestWarmUp: count }),
  metrics: [
    INSTRUCTIONS,
    {
      id: 'http_node',
      title: `× ${REFERENCE}`,
      format: (value) => value.toFixed(3),
      value(row, file) {
        const reference = rowsOf(instructions, file).find(({ name }) => name === REFERENCE)
        return reference ? meanOf(row) / meanOf(reference) : null
      },
    },
    {
      id: 'others',
      title: 'other threads',
      format: (value) => significant(value),
      value: (row) => meanOf(row, 'others'),
    },
    {
      // In the half with fewer: what is compiled late falls into the other.
      id: 'lesser',
      title: 'instructions/request',
      on: [],
      counted: true,
      // Of equal comparisons drawn from the stored counts of all servers, fewer than 1 in 1,000 differ by more with confidence.
      threshold: 0.003,
    },
  ],
  caveats: [
    {
      word: 'unsettled',
      meaning: 'the count was still changing when counting began or ended',
      applies: (subject) => valuesOf(subject, 'settled').includes(0),
    },
    {
      word: 'scattered',
      meaning: 'processes of the server differ by more than 1% (standard deviation)',
      applies(subject) {
        const { mean, sd } = spreadOf(valuesOf(subject, 'instructions'))
        return sd / mean > SCATTERED
      },
    },
  ],
  charts: (file) => [
    {
      kind: 'dots',
      name: `${file.scenario}`,
      what: 'instructions per request',
      verb: 'executes',
      processes: Number(file.protocol.processes),
      subtitle:
        'Lower is less work. User-space instructions on the thread that runs the JavaScript: mean over processes, with its 95% interval.',
      rows: rowsOf(instructions, file),
      axis: 'instructions per request',
      headings: ['mean', ''],
      figures(row) {
        const estimate = figureOf(row, INSTRUCTIONS, file) ?? { value: 0 }
        return { ...estimate, figure: significant(estimate.value, 4), aside: '' }
      },
    },
  ],
  conditions({ protocol, environment: { generatorVersion } }) {
    const { processes, requests, shortestWarmUp, seed } = protocol
    return [
      `counted by ${generatorVersion}`,
      `${processes} processes × ${significant(Number(requests), 3)} requests, one at a time on one connection`,
      `warm-up until three successive counts agree, at least ${grouped(Number(shortestWarmUp))} requests`,
      `seed ${seed}`,
    ]
  },
  differences(old, recent) {
    const changed = (what: string, partOf: (file: Contents) => unknown) =>
      partOf(old) === partOf(recent) ? [] : [`${what}: ${partOf(old)}, then ${partOf(recent)}`]
    return [
      ...changed('counter', ({ environment }) => environment.generatorVersion),
      ...changed('OS, whose C library is counted too', ({ environment }) => environment.os),
      ...changed('seed of the requests', ({ protocol }) => protocol.seed),
    ]
  },
}

const meanOf = (row: Parameters<typeof valuesOf>[0], id = 'instructions') =>
  spreadOf(valuesOf(row, id)).mean
