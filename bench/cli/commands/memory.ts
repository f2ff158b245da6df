import type { MemoryProtocol } from '../../../shared/result/memory.ts'
import { memoryAndReport } from '../../application/memory-and-report.ts'
import { command, flag, type Values, value } from '../command.ts'
import { fixedSeed, out, positiveInteger, quick, SCENARIO, seconds, secondsOrNone } from '../options.ts'
import { measureChosen, serverOptions } from '../server-options.ts'

const CONNECTIONS = 16
/** Points of a series at the most, so that a soak of hours is no larger file. */
const POINTS = 240

const options = {
  // A rate that every server can hold, also beside others on its CPU: 100,000 requests in 40 s.
  rate: value('<n>', 'requests/s of each server', positiveInteger, { standard: 2_500 }),
  seconds: value('<s>', 'seconds of load (default: 40; with --soak 600; quick: 8)', seconds),
  idle: value('<s>', 'seconds of rest after the load', secondsOrNone, { standard: 10, quick: 2 }),
  soak: flag('collect garbage under load as well, and tell whether what stays grows'),
  processes: value('<n>', 'fresh processes of each server (default: 3; 1 with --soak or --quick)', positiveInteger),
  sideBySide: value('<n>', 'servers at once, on the same CPU', positiveInteger, { standard: 4 }),
  seed: fixedSeed,
  quick,
  out: out('memory/<scenario>'),
  ...serverOptions,
}

export const memory = command({
  name: 'memory',
  description: 'memory of servers over time at the same rate, at rest and after a collection of garbage',
  timed: true,
  operands: [SCENARIO],
  options,
  run: (values, name) =>
    measureChosen(name, values, (chosen) =>
      memoryAndReport({ ...chosen, protocol: protocolOf(values, chosen.servers.length) }),
    ),
})

function protocolOf(values: Values<typeof options>, servers: number): MemoryProtocol {
  const { rate, idle: idleSeconds, soak, sideBySide, seed, quick } = values
  const loadSeconds = values.seconds ?? (soak ? 600 : quick ? 8 : 40)
  return {
    rate,
    connections: CONNECTIONS,
    loadSeconds,
    idleSeconds,
    soak,
    every: Math.max(1, Math.round(loadSeconds / POINTS)),
    processes: values.processes ?? (soak || quick ? 1 : 3),
    sideBySide: Math.min(sideBySide, servers),
    seed,
  }
}
