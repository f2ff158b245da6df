/** What is published of what running costs: which of the stored results, by the rule of each. */
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { type Footprint, footprintToPublish } from './footprint.ts'
import { type Memory, memoryToPublish } from './memory.ts'
import { type Startup, startupsToPublish } from './startup.ts'
import type { Stored } from './stored-files.ts'

export interface RunningCosts {
  startups: readonly Stored<Startup>[]
  footprint: Stored<Footprint> | null
  memories: readonly Stored<Memory>[]
}

export const NO_RUNNING_COSTS: RunningCosts = { startups: [], footprint: null, memories: [] }

/** @throws UsageError where a file is broken */
export function runningToPublish(root = ROOT): RunningCosts {
  return {
    startups: startupsToPublish(root),
    footprint: footprintToPublish(root),
    memories: memoryToPublish(scenarios.keys(), root),
  }
}
