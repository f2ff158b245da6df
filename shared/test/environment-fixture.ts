/** An invented machine for tests. */
import type { Environment } from '../format/fields.ts'

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
}
