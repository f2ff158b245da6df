/** How busy the built-in generator is before it stops keeping up: a server that does nothing, slowed by known amounts. */

import { table } from '../../charts/text/markdown.ts'
import { grouped } from '../../shared/basics/text.ts'
import type { CalibrationPoint } from '../../shared/result/calibration.ts'
import { calibrate, capacityOf, keptUp } from '../calibrate/calibrate.ts'
import { generators } from '../load/generators.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import { type Experiment, perform, scenario } from './lib/experiment.ts'

interface Figures {
  depths: { pipelining: number; points: CalibrationPoint[] }[]
}

export const headroom: Experiment<Figures> = {
  name: 'headroom',
  async measure(pinning) {
    const depths: Figures['depths'] = []
    for (const pipelining of [defaultProtocol.pipelining, defaultProtocol.secondPipelining]) {
      const protocol = { ...defaultProtocol, pipelining }
      const plan = { scenario, protocol, generator: generators.builtin, pinning, server: undefined }
      const { points } = await calibrate(plan)
      depths.push({ pipelining, points })
    }
    return { depths }
  },
  markdown({ depths }) {
    const header = [
      'in flight',
      'added work, µs a request',
      'the server could answer',
      'requests/s',
      'generator found work',
      'server’s CPU',
      'limited by',
    ]
    const rows = depths.flatMap(({ pipelining, points }) =>
      points.map((point, i) => [
        i === 0 ? String(pipelining) : '',
        point.offered === null ? 'none' : (point.addedMicroseconds?.toFixed(2) ?? ''),
        grouped(capacityOf(point)),
        grouped(point.requestsPerSecond),
        `${point.eventLoopPercent?.toFixed(1)}% of its time`,
        `${point.serverCpuPercent.toFixed(0)}%`,
        keptUp(point, points) ? 'server' : 'generator',
      ]),
    )
    return table(
      header,
      rows,
      header.map((_, i) => (i === header.length - 1 ? 'left' : 'right')),
    )
  },
}

await perform(headroom, import.meta.main)
