/** All probes. */
import { bundle } from './bundle.ts'
import { heap } from './heap.ts'
import { instructions } from './instructions.ts'
import type { Probe } from './probe.ts'
import { startup } from './startup.ts'

export const PROBES: readonly Probe[] = [bundle, heap, instructions, startup]
