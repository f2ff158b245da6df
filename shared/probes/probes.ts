/** All probes. */
import { UsageError } from '../basics/errors.ts'
import { readUnchecked } from '../format/measurement-file.ts'
import type { Probe } from '../probe/probe.ts'
import { bundle } from './bundle.ts'
import { edge } from './edge.ts'
import { footprint } from './footprint.ts'
import { generators } from './generators.ts'
import { heap } from './heap.ts'
import { hostile } from './hostile.ts'
import { instructions } from './instructions.ts'
import { latency } from './latency.ts'
import { memory } from './memory.ts'
import { overload } from './overload.ts'
import { profile } from './profile.ts'
import { run } from './run.ts'
import { scale } from './scale.ts'
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
  generators,
  heap,
  hostile,
  instructions,
  latency,
  memory,
  overload,
  profile,
  run,
  scale,
  startup,
  strictKeys,
  types,
  validators,
  versions,
  workarounds,
]

/** Returns the probe that measured a file. @throws UsageError if it is of none */
export function probeOf(path: string): Probe {
  const { name } = readUnchecked(path)
  const probe = PROBES.find((each) => each.name === name)
  if (!probe)
    throw new UsageError(`${path} is a result of ${name}, which is no probe of this suite`)
  return probe
}
