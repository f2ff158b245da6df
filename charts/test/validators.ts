/** Invented validators for tests. */
import { sampleEnvironment } from '../../shared/test/environment-fixture.ts'
import { disclosure } from '../../shared/test/samples.ts'
import {
  type MeasuredLibrary,
  OPERATIONS,
  type UnsealedValidators,
  validatorsStore,
} from '../instruments/validators/format.ts'

interface Sample {
  /** Nanoseconds per call of every operation, one value per process, including 2 ns of the loop. */
  times: readonly number[]
  /** Instructions per call of every operation, one value per process. */
  counts?: readonly number[]
  runtime?: MeasuredLibrary['runtime']
  refusal?: string
}

/** Returns a file by library. */
export function sampleValidators(
  libraries: Record<string, Sample>,
  startedAt = '2026-11-22T10:00:00.000Z',
): UnsealedValidators {
  return validatorsStore.complete({
    scenario: 'update-user',
    startedAt,
    finishedAt: startedAt,
    protocol: {
      processes: 3,
      seconds: 0.2,
      batches: 200,
      warmUpBatches: 100,
      batch: 1_024,
      texts: 500,
      tool: 'mitata 1.0.0',
      counter: 'qemu',
      calls: 20_000,
      sideBySide: 1,
      seed: 1,
    },
    counterVersion: 'qemu-x86_64 version 7.2',
    notCounted: null,
    environment: sampleEnvironment,
    source: { commit: null, clean: null },
    servers: Object.entries(libraries).map(([name, sample]) => sampleLibrary(name, sample)),
    notInstalled: [],
  })
}

const each = <T>(value: T) => Object.fromEntries(OPERATIONS.map((operation) => [operation, value]))

function sampleLibrary(
  name: string,
  { times, counts = [], runtime = 'node', refusal }: Sample,
): MeasuredLibrary {
  const figures = {
    operations: [...OPERATIONS],
    timed: times.map((time) => ({
      importMilliseconds: 10,
      firstCallMicroseconds: 50,
      loop: 2,
      nanoseconds: each(time),
    })),
    counted: counts.map((instructions) => each({ instructions, settled: true })),
  }
  return {
    name,
    displayName: name,
    version: '1.0.0',
    validation: disclosure.validation,
    runtime,
    runtimeVersion: '24.0.0',
    code: 'a',
    checked: 4_000,
    deviations: [],
    ...figures,
    refusal: refusal ?? null,
  }
}
