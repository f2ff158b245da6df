/** All probes. */
import { bundle } from './bundle.ts'
import { edge } from './edge.ts'
import { footprint } from './footprint.ts'
import { heap } from './heap.ts'
import type { Probe } from './probe.ts'
import { startup } from './startup.ts'

export const PROBES: readonly Probe[] = [bundle, edge, footprint, heap, startup]
