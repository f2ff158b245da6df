/** An invented calibration for tests. */
import type { Result } from '../../shared/result/format.ts'

export const calibration: NonNullable<Result['calibration']> = {
  schemaVersion: 1,
  madeAt: '2026-01-30T12:00:00.000Z',
  subject: {
    cpuModel: 'Invented CPU @ 2.00GHz',
    cpuCount: 8,
    serverCpus: [2],
    generatorCpus: [4, 5, 6, 7],
    node: '24.21.0',
    generator: 'autocannon',
    generatorVersion: '9.0.0',
    scenario: 'update-user',
    connections: 100,
    pipelining: 10,
    polling: false,
  },
  ceiling: { requestsPerSecond: 150_000, reached: true },
  kneeCpuPercent: 97,
  points: [],
  server: null,
}
