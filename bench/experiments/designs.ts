/** Ways to share out the same time among rounds and slices: which of them tells servers apart best? */

import { table } from '../../charts/text/markdown.ts'
import { createRandom } from '../../shared/basics/random.ts'
import type { Trial } from '../../shared/result/format.ts'
import { halfWidth, ratioInterval } from '../../shared/result/intervals.ts'
import { trialRate } from '../../shared/result/rates.ts'
import { medianOf } from '../../shared/result/statistics.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import { measureWithCopy } from './lib/equals.ts'
import { type Experiment, perform } from './lib/experiment.ts'

interface Design {
  name: string
  durationSeconds: number
  sliceSeconds: number
}

interface Figures {
  /** Seconds that each design had. */
  seconds: number
  designs: {
    name: string
    rounds: number
    /** Half of the 95% interval of each server's ratio to the baseline, by figure; the copy is the baseline itself. */
    halfWidths: Record<string, { requestsPerSecond: number; cpuPerRequest: number }>
  }[]
}

const DESIGNS: Design[] = [
  { name: '2 s, one server after the other', durationSeconds: 2, sliceSeconds: 2 },
  { name: '2 s in slices of 1 s, in turn', durationSeconds: 2, sliceSeconds: 1 },
  { name: '2 s in slices of 0.5 s, in turn', durationSeconds: 2, sliceSeconds: 0.5 },
  { name: '8 s in slices of 1 s, in turn', durationSeconds: 8, sliceSeconds: 1 },
]
const SERVERS = ['fastify', 'express']
const SECONDS = 200

const figures = {
  requestsPerSecond: trialRate,
  cpuPerRequest: (trial: Trial) => trial.cpu.microsecondsPerRequest,
}

export const designs: Experiment<Figures> = {
  name: 'designs',
  async measure(pinning) {
    const random = createRandom(1)
    const spent = new Map(DESIGNS.map((design) => [design, 0]))
    const rounds = new Map(DESIGNS.map((design): [Design, Map<string, Trial>[]] => [design, []]))
    const due = () => DESIGNS.filter((design) => (spent.get(design) ?? 0) < SECONDS)
    // The designs take turns, so that the machine's hour is the same for all.
    while (due().length > 0) {
      for (const design of random.shuffle(due())) {
        const { durationSeconds, sliceSeconds } = design
        const protocol = {
          ...defaultProtocol,
          secondPipelining: null,
          durationSeconds,
          sliceSeconds,
          rounds: 1,
          seed: random.integer(0, 1e9),
        }
        const begin = performance.now()
        const trials = await measureWithCopy(SERVERS, protocol, pinning)
        spent.set(design, (spent.get(design) ?? 0) + (performance.now() - begin) / 1000)
        rounds.get(design)?.push(new Map([...trials].flatMap(([name, [trial]]) => (trial ? [[name, trial]] : []))))
        console.log(`${design.name}: ${spent.get(design)?.toFixed(0)} of ${SECONDS} s`)
      }
    }
    const measured = [...rounds].map(([{ name }, list]) => ({ name, rounds: list.length, halfWidths: widthsOf(list) }))
    return { seconds: SECONDS, designs: measured }
  },
  markdown({ seconds, designs }) {
    const servers = Object.keys(designs[0]?.halfWidths ?? {})
    const percent = (value: number) => `±${(value * 100).toFixed(1)}%`
    const header = ['a trial', 'rounds', ...servers, 'all, by CPU time per request']
    const rows = designs.map(({ name, rounds, halfWidths }) => [
      name,
      String(rounds),
      ...servers.map((server) => percent(halfWidths[server]?.requestsPerSecond ?? Number.NaN)),
      percent(medianOf(Object.values(halfWidths).map(({ cpuPerRequest }) => cpuPerRequest)).median),
    ])
    return [
      `Half of the 95% interval of each server's ratio to \`http-node\` (\`http-node.copy\` is itself once more), after ${seconds} s of each design; the last column is the median over the servers with CPU time per request in the place of requests/s:`,
      table(
        header,
        rows,
        header.map((_, i) => (i === 0 ? 'left' : 'right')),
      ),
    ].join('\n\n')
  },
}

function widthsOf(rounds: Map<string, Trial>[]): Figures['designs'][number]['halfWidths'] {
  const [baseline = '', ...others] = [...(rounds[0]?.keys() ?? [])]
  const width = (server: string, figure: (trial: Trial) => number) => {
    const ratios = rounds.flatMap((round) => {
      const [trial, base] = [round.get(server), round.get(baseline)]
      return trial && base ? [figure(trial) / figure(base)] : []
    })
    const interval = ratioInterval(ratios)
    return interval ? halfWidth(interval) : Number.NaN
  }
  return Object.fromEntries(
    others.map((server) => [
      server,
      {
        requestsPerSecond: width(server, figures.requestsPerSecond),
        cpuPerRequest: width(server, figures.cpuPerRequest),
      },
    ]),
  )
}

await perform(designs, import.meta.main)
