/** Invented counts for tests. */

import { summarizeProcesses } from '../results/counts-summary.ts'
import {
  type CountedServer,
  type CountsProtocol,
  countsStore,
  type UnsealedCounts,
} from '../results/instructions.ts'
import { sampleEnvironment } from './environment-fixture.ts'

interface Change {
  scenario?: string
  protocol?: Partial<CountsProtocol>
  startedAt?: string
  /** Version of every server. */
  version?: string
  code?: string
  os?: string
}

/** Returns counts by server, from the instructions per request of its processes. */
export function sampleCounts(
  servers: Record<string, readonly number[]>,
  change: Change = {},
): UnsealedCounts {
  const {
    scenario = 'update-user',
    startedAt = '2026-11-21T10:00:00.000Z',
    version = '1.0.0',
    code = 'a',
  } = change
  const { os = 'Sample Linux' } = change
  const protocol: CountsProtocol = {
    counter: 'qemu',
    requests: 6_000,
    step: 2_000,
    shortestWarmUp: null,
    longestWarmUp: 24_000,
    processes: 3,
    sideBySide: 2,
    seed: 1,
    ...change.protocol,
  }
  return countsStore.complete({
    scenario,
    startedAt,
    finishedAt: startedAt,
    protocol,
    counterVersion: 'qemu-x86_64 version 7.2, plugin API 1',
    selfCheck: { expected: 100, counted: 100 },
    environment: {
      ...sampleEnvironment,
      os,
      pinning: { server: [0, 1], generator: null, note: null },
    },
    source: { commit: null, clean: null },
    servers: Object.entries(servers).map(([name, counts]) =>
      sampleServer(name, { version, code }, counts),
    ),
    notInstalled: [],
    shard: null,
    merged: null,
  })
}

function sampleServer(
  name: string,
  { version, code }: Pick<CountedServer, 'version' | 'code'>,
  counts: readonly number[],
): CountedServer {
  const processes = counts.map((javascript) => ({
    seconds: 10,
    warmUp: [2 * javascript, javascript, javascript, javascript],
    first: { javascript, others: 1_000 },
    second: { javascript, others: 1_000 },
    settled: true,
  }))
  return {
    name,
    displayName: name,
    version,
    runtime: 'node',
    runtimeVersion: '24.0.0',
    packages: version === null ? {} : { [name]: version },
    code,
    processes,
    refusal: null,
    summary: summarizeProcesses(processes),
  }
}
