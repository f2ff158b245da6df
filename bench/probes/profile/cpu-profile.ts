/** Turns CPU profiles of V8's inspector into a tree of functions with self times. */
import type { Profiler } from 'node:inspector'

/** A function in its call context. */
export interface CallNode {
  name: string
  /** `node:…`, `ext:…`, `file:…`; empty for the engine's own functions and for code made at run time. */
  url: string
  /** `0` for the engine's own functions. */
  scriptId: string
  parent: CallNode | null
  /** Self time in the window, in µs. */
  self: number
  /** Samples of the whole profile by line, from 1. */
  lines: readonly Profiler.PositionTickInfo[]
}

/** An interval in µs of the system's monotonic clock. */
export interface Window {
  begin: number
  end: number
}

/**
 * Cuts a profile to a window. The time before each sample counts for the function that the sample found.
 * @throws if no sample is in the window
 */
export function readCpuProfile(profile: Profiler.Profile, window: Window): CallNode[] {
  const { nodes, samples = [], timeDeltas = [], startTime } = profile
  const tree = new Map(
    nodes.map(
      ({ id, callFrame: { functionName: name, url, scriptId }, positionTicks: lines = [] }) => {
        const node: CallNode = { name, url, scriptId, parent: null, self: 0, lines }
        return [id, node]
      },
    ),
  )
  const known = (id: number) => tree.get(id) as CallNode
  for (const { id, children = [] } of nodes)
    for (const child of children) known(child).parent = known(id)
  let time = startTime
  for (const [i, id] of samples.entries()) {
    const before = time
    time += timeDeltas[i] as number
    known(id).self += Math.max(0, Math.min(time, window.end) - Math.max(before, window.begin))
  }
  const functions = [...tree.values()]
  if (functions.some(({ self }) => self > 0)) return functions
  throw new Error('the profile has no sample in the window of the load')
}
