/** Reads and writes files of runs. */

import { type Result, RunFile } from '../format/format.ts'
import type { Contents, Measurement } from '../format/measurement.ts'
import { type FileKind, readMeasurement } from '../format/measurement-file.ts'
import { packSlices } from '../format/slices.ts'
import { recalculated } from './summary.ts'

/** Runs are read with summaries by the current statistics, and stored without. */
export const runFiles: FileKind = {
  name: 'run',
  folder: '',
  byScenario: true,
  schema: RunFile.transform((file): Measurement => recalculated(file)),
  pack: (contents) => packRun(contents as Result),
}

function packRun(result: Result): Contents {
  const subjects = result.subjects.map(({ summary: _, ...server }) => ({
    ...server,
    samples: server.samples.map((trial) => ({
      ...trial,
      evidence: { ...trial.evidence, slices: packSlices(trial.evidence.slices) },
    })),
  }))
  return { ...result, subjects }
}

/** @throws UsageError that names the file and the error in it */
export function readResult(path: string): Result & Pick<Measurement, 'checksum'> {
  return readMeasurement(runFiles, path) as Result & Pick<Measurement, 'checksum'>
}
