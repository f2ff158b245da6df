/** Copies files that were measured on other machines into `results/`. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { readRegular } from '../../shared/basics/regular-file.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { plural } from '../../shared/basics/text.ts'
import {
  measuredDigest,
  measurementPath,
  readMeasurement,
  storedMeasurements,
} from '../../shared/format/measurement-file.ts'
import type { Probe } from '../../shared/probe/probe.ts'
import { whyUnpublished } from '../../shared/probe/store.ts'
import { probeOf } from '../../shared/probes/probes.ts'
import { command } from '../cli/command.ts'
import { userPath } from '../cli/options.ts'
import { say } from '../terminal/output.ts'

const EXPLANATION = `
Checks files of one or more machines, and copies them into results/, from where publish pools them: each run as another machine
or another hour, and figures that hardly depend on the machine, such as instructions, by server. A file that is never published
(made with --quick, on shared CPUs, or from changed sources) is a usage error.

Examples:
  npm run bench -- merge runs/*.json
  npm run bench -- merge counts/*/*/*.json`

export const merge = command({
  name: 'merge',
  description: 'store results of several machines, to be published together',
  operands: [{ syntax: '<files...>' }],
  options: {},
  more: EXPLANATION,
  run: (_, ...files) => storeFiles(files),
})

interface Merged {
  probe: Probe
  scenario: string | undefined
  /** Usual path. */
  path: string
  checksum: string
  /** Identifies the measurement, whatever the timestamps of its file. */
  digest: string
  hasDisqualified: boolean
}

/**
 * Copies files into `results/`. The publication's rule decides which are pooled.
 * @returns the exit status, as if all had been measured at once: 1 if a server is disqualified
 * @throws UsageError that names the first file that is never published, before any is copied
 */
export function storeFiles(files: readonly string[], root = ROOT): number {
  const merged = files.map((file) => {
    const path = userPath(file)
    return { file, ...readChecked(file, path, root), text: readRegular(path) }
  })
  const stored = new Map(
    merged.flatMap(({ probe, scenario }) => storedDigests(probe, scenario, root)),
  )
  for (const { file, path: usual, checksum, digest, text } of merged) {
    // Several machines may begin in the same second.
    const unambiguous = usual.replace(/\.json$/, `.${checksum.slice(0, 8)}.json`)
    const path = stored.get(digest) ?? [usual, unambiguous].find((each) => !existsSync(each))
    if (path === undefined) throw new UsageError(`${unambiguous} exists, and differs from ${file}`)
    if (!stored.has(digest)) writeFileAtomically(path, text, false)
    stored.set(digest, path)
    say(`${file} is ${relative(root, path)}`)
  }
  say(`stored ${plural(merged.length, 'file')}; to publish: npm run bench -- publish`)
  return Number(merged.some(({ hasDisqualified }) => hasDisqualified))
}

/** @throws UsageError if the file is invalid or never published */
function readChecked(file: string, path: string, root: string): Merged {
  const probe = probeOf(path)
  const measurement = readMeasurement(probe, path)
  const reason = whyUnpublished(probe, measurement)
  const { startedAt, finishedAt } = measurement
  if (Date.parse(finishedAt) < Date.parse(startedAt))
    throw new UsageError(`${file} ends at ${finishedAt}, before it starts: measure again`)
  if (reason !== null) throw new UsageError(`${file} ${reason}: such files are not published`)
  return {
    probe,
    scenario: measurement.scenario,
    path: measurementPath(probe, measurement, root),
    digest: measuredDigest(measurement),
    checksum: measurement.checksum,
    hasDisqualified: measurement.subjects.some(({ disqualified }) => disqualified !== null),
  }
}

/** Returns digests and paths of the stored files of the scenario. Reports and skips damaged files. */
function storedDigests(probe: Probe, scenario: string | undefined, root: string) {
  return storedMeasurements(probe, root, scenario === undefined ? [] : [scenario], say).map(
    ({ file, path }) => [measuredDigest(file), join(root, path)] as const,
  )
}
