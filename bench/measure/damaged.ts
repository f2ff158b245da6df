/** Finds unreadable stored results, before a measurement that would be shown or published with them. */
import { storedMeasurements } from '../../shared/format/measurement-file.ts'
import type { Probe } from '../../shared/probe/probe.ts'
import { PROBES } from '../../shared/probes/probes.ts'

/**
 * Returns a line for each unreadable file.
 * @param isPublished whether the measurement is published, with all that is stored
 */
export function damagedFiles(
  probe: Probe,
  scenario: string | undefined,
  isPublished: boolean,
  root?: string,
): string[] {
  const lines: string[] = []
  const collect = (line: string) => lines.push(line)
  if (isPublished) for (const each of PROBES) storedMeasurements(each, root, undefined, collect)
  else if (scenario !== undefined) storedMeasurements(probe, root, [scenario], collect)
  const end = isPublished ? 'nothing is published before that' : 'skipped'
  return lines.map((line) => `${line}; ${end}`)
}
