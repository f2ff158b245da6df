/** Invented machines for tests. */
import type { Environment } from './environment.ts'

export const sampleEnvironment: Environment = {
  cpuModel: 'Sample CPU',
  cpuCount: 2,
  pinning: { server: [1], generator: [0], note: null },
  memoryBytes: 8e9,
  os: 'Sample Linux',
  kernel: '6.1',
  arch: 'x64',
  runtimes: { node: '24.0.0' },
  v8: '13',
  generatorVersion: '1',
  governor: null,
  cpuQuota: null,
  lockfileHash: null,
  boot: 'b007b007b007',
  link: null,
}

/** The same, with the load from another machine. */
export const sampleLinkedEnvironment: Environment = {
  ...sampleEnvironment,
  link: {
    roundTrip: { medianMs: 0.2, minMs: 0.15, samples: 100 },
    generator: {
      cpuModel: 'Another CPU',
      cpuCount: 4,
      cpus: [0, 1, 2],
      memoryBytes: 8e9,
      os: 'Sample Linux',
      kernel: '6.1',
      arch: 'x64',
      governor: null,
      cpuQuota: null,
    },
  },
}
