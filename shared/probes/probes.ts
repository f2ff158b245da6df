/** All probes. */
import { readUnchecked } from '../format/sealed-file.ts'
import { bundle } from './bundle.ts'
import { edge } from './edge.ts'
import { footprint } from './footprint.ts'
import { heap } from './heap.ts'
import { hostile } from './hostile.ts'
import { instructions } from './instructions.ts'
import { latency } from './latency.ts'
import { memory } from './memory.ts'
import { overload } from './overload.ts'
import type { Probe } from './probe.ts'
import { profile } from './profile.ts'
import { startup } from './startup.ts'
import { strictKeys } from './strict-keys.ts'
import { types } from './types.ts'
import { validators } from './validators.ts'
import { versions } from './versions.ts'
import { workarounds } from './workarounds.ts'

export const PROBES: readonly Probe[] = [
  bundle,
  edge,
  footprint,
  heap,
  hostile,
  instructions,
  latency,
  memory,
  overload,
  profile,
  startup,
  strictKeys,
  types,
  validators,
  versions,
  workarounds,
]

/** Returns the probe that wrote a file; undefined for results of other commands. @throws UsageError if it is no result */
export function probeOf(path: string): Probe | undefined {
  const { command } = readUnchecked(path)
  return PROBES.find(({ name }) => name === command)
}
