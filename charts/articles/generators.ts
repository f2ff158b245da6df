import * as statistics from 'simple-statistics'
import generators from '../../results/experiments/generators.json' with { type: 'json' }
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { type Article, dotChart, type Figures, range } from './article.ts'

type Load = (typeof generators.figures.servers)[number]['loads']['wrk']

const POLLING = 'built-in, busy-polling'
const EVENT_DRIVEN = 'built-in, event-driven'
const SHORT: Record<string, string> = { [POLLING]: 'polling', [EVENT_DRIVEN]: 'event' }

/** Figures are named `<server>.<generator>.<figure>`, such as `express.wrk.system`. */
export function generatorsArticle(): Article {
  const { madeAt, figures } = generators
  const loads = figures.servers.flatMap(({ server, loads: own }) =>
    Object.entries(own).map(([kind, load]) => ({ server, kind, load, polling: own[POLLING] })),
  )
  const eventDriven = loads.filter(({ kind }) => kind !== POLLING)
  const added = eventDriven.map(
    ({ load, polling }) => load.systemMicroseconds - polling.systemMicroseconds,
  )
  const moved = eventDriven.map(({ load, polling }) =>
    Math.abs(load.userMicroseconds - polling.userMicroseconds),
  )
  const [date, { versions }] = [madeAt.slice(0, 10), figures]
  const connections = String(defaultProtocol.connections)
  const [least, most] = range(added, (value) => value.toFixed(1))
  return {
    name: 'generators',
    figures: {
      ...Object.assign(
        {},
        ...loads.map(({ server, kind, load }) =>
          figuresOf(`${server}.${SHORT[kind] ?? kind}`, load),
        ),
      ),
      ...Object.assign(
        {},
        ...figures.servers.map(({ server, loads: own }) => lossesOf(server, own)),
      ),
      ...{
        date,
        autocannon: versions.autocannon,
        wrk: versions.wrk,
        least,
        most,
        userMost: Math.max(...moved).toFixed(1),
      },
      ...{ 'ratio.polling': ratioUnder(POLLING), 'ratio.event': ratioUnder(EVENT_DRIVEN) },
      ...{ slices: String(figures.sweeps), seconds: String(figures.seconds), connections },
    },
    chart: dotChart({
      title: `Event-driven load generators add ${least} to ${most} µs of kernel time per request`,
      subtitle:
        'Lower is better: system time of the server per request. The same server process under five load generators.',
      axis: 'µs of system time per request',
      headings: ['system, µs', 'user, µs', 'interrupts'],
      dots: loads.map(({ server, kind, load }) => ({
        label: `${server}, ${kind.replace('built-in, ', '')}`,
        value: load.systemMicroseconds,
        texts: [
          load.systemMicroseconds.toFixed(1),
          load.userMicroseconds.toFixed(1),
          load.interrupts.toFixed(2),
        ],
      })),
      caption: `${date} · ${connections} connections · autocannon ${versions.autocannon}, wrk ${versions.wrk}, oha ${versions.oha}; event-driven and busy-polling: this suite's own`,
    }),
  }
}

/** Requests/s of Express over those of `node:http`, from medians of the slices. */
function ratioUnder(kind: typeof POLLING | typeof EVENT_DRIVEN): string {
  const rateOf = (name: string) => {
    const own = generators.figures.servers.find(({ server }) => server === name)
    return statistics.median(own?.loads[kind].requestsPerSecond ?? [])
  }
  return (rateOf('express') / rateOf('http-node')).toFixed(2)
}

function figuresOf(name: string, load: Load): Figures {
  const cpu = load.userMicroseconds + load.systemMicroseconds
  return {
    [`${name}.system`]: load.systemMicroseconds.toFixed(1),
    [`${name}.user`]: load.userMicroseconds.toFixed(1),
    [`${name}.cpu`]: cpu.toFixed(1),
    [`${name}.interrupts`]: load.interrupts.toFixed(2),
    [`${name}.busy`]: `${(statistics.mean(load.requestsPerSecond) * cpu * 1e-4).toFixed(0)}%`,
  }
}

/** By how much a server's rate is lower than under busy-polling, from slices of the same sweep. */
function lossesOf(server: string, loads: Record<string, Load>): Figures {
  const polled = loads[POLLING]?.requestsPerSecond ?? []
  const lost = Object.entries(loads).flatMap(([kind, { requestsPerSecond }]) => {
    const logs = requestsPerSecond.map((rate, sweep) => Math.log(rate / (polled[sweep] ?? rate)))
    return kind === POLLING ? [] : [100 * -Math.expm1(statistics.mean(logs))]
  })
  const [least, most] = range(lost, (value) => value.toFixed(0))
  return { [`${server}.loss`]: `${least} to ${most}%` }
}
