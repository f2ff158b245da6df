/** Invented measurements for tests. */

import {
  MEASUREMENT_VERSION,
  type Measurement,
  type Sample,
  type Subject,
} from '../format/measurement.ts'
import type { Probe, SubjectRow } from '../probe/probe.ts'
import { instructions } from '../probes/instructions.ts'
import { sampleEnvironment } from './environment-fixture.ts'

const DATE = '2026-11-21T10:00:00.000Z'

/** Returns a subject on Node with a process for each of these values, or disqualified for a reason. */
export function sampleSubject(
  name: string,
  values: readonly Sample['values'][] | string,
  more: Partial<Subject> = {},
): Subject {
  const isDisqualified = typeof values === 'string'
  return {
    name,
    displayName: name,
    version: '1.0.0',
    runtime: 'node',
    runtimeVersion: '24.0.0',
    part: '',
    disqualified: isDisqualified ? values : null,
    samples: isDisqualified ? [] : values.map((each, i) => ({ round: i + 1, values: each })),
    ...more,
  }
}

export function sampleMeasurement(
  { name }: Probe,
  subjects: readonly SubjectRow[],
  protocol: Measurement['protocol'] = {},
): Measurement {
  return {
    schemaVersion: MEASUREMENT_VERSION,
    probe: name,
    scenario: 'update-user',
    startedAt: DATE,
    finishedAt: DATE,
    protocol: { processes: 5, seed: 1, ...protocol },
    environment: sampleEnvironment,
    source: { commit: null, clean: null },
    subjects: [...subjects],
    notInstalled: [],
    checksum: '',
  }
}

/** Returns counts by server, from the instructions per request of its processes. */
export function sampleCounts(servers: Readonly<Record<string, readonly number[]>>): Measurement {
  const subjects = Object.entries(servers).map(([name, counts]) =>
    sampleSubject(
      name,
      counts.map((count) => ({ instructions: count, others: 1_000, settled: 1 })),
    ),
  )
  const protocol = {
    requests: 6_000,
    step: 2_000,
    shortestWarmUp: 20_000,
    longestWarmUp: 24_000,
    processes: 3,
    sideBySide: 2,
  }
  return sampleMeasurement(instructions, subjects, protocol)
}
