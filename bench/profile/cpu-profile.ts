/** V8's profiles: what the inspector tells, checked, and as a tree of functions with the time that each had for itself. */
import { z } from 'zod'

const CpuProfile = z.object({
  nodes: z
    .array(
      z.object({
        id: z.int(),
        callFrame: z.object({
          functionName: z.string(),
          scriptId: z.string(),
          url: z.string(),
          lineNumber: z.int(),
        }),
        children: z.array(z.int()).optional(),
        positionTicks: z.array(z.object({ line: z.int(), ticks: z.number() })).optional(),
      }),
    )
    .min(1),
  startTime: z.number(),
  endTime: z.number(),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
})

/** A function as it was called by those above it. */
export interface CallNode {
  name: string
  /** `node:…`, `file:…`; empty for V8's own functions and for code made at run time. */
  url: string
  /** Counted from 1; 0 where there is none. */
  line: number
  /** Whether V8 knows a text of it; its own functions have none. */
  hasScript: boolean
  parent: CallNode | null
  /** Microseconds of a window in which it was at the top. */
  self: number
  /** Samples of the whole profile by the line that they found, counted from 1; empty where V8 does not tell. */
  lines: readonly { line: number; ticks: number }[]
}

/** A stretch of time by the system's monotonic clock, in µs, as V8's profiles have it. */
export interface Window {
  begin: number
  end: number
}

export interface WindowProfile {
  nodes: CallNode[]
  /** Samples within the window. */
  samples: number
}

/**
 * Reads a profile and cuts it to a window: the time before each sample is that of the function that it found.
 * @param json what the inspector gave
 * @throws with what is wrong with it, in one line
 */
export function readCpuProfile(json: unknown, window: Window): WindowProfile {
  const parsed = CpuProfile.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`its profile is none: ${issue?.path.join('.') || 'all of it'}: ${issue?.message}`)
  }
  const { nodes, samples, timeDeltas, startTime } = parsed.data
  if (samples.length === 0) throw new Error('its profile is empty: it holds no sample')
  if (samples.length !== timeDeltas.length) {
    throw new Error(`its profile is cut short: ${samples.length} samples with ${timeDeltas.length} times`)
  }
  const tree = new Map<number, CallNode>()
  for (const { id, callFrame, positionTicks: lines = [] } of nodes) {
    const { functionName: name, url, lineNumber, scriptId } = callFrame
    const hasScript = scriptId !== '0'
    tree.set(id, { name, url, line: lineNumber + 1, hasScript, parent: null, self: 0, lines })
  }
  const known = (id: number) => {
    const node = tree.get(id)
    if (!node) throw new Error(`its profile is cut short: it holds no function ${id}, which others call`)
    return node
  }
  for (const { id, children = [] } of nodes) for (const child of children) known(child).parent = known(id)
  let time = startTime
  let inWindow = 0
  for (const [i, id] of samples.entries()) {
    const node = known(id)
    const before = time
    time += timeDeltas[i] as number
    const within = Math.min(time, window.end) - Math.max(before, window.begin)
    if (within <= 0) continue
    node.self += within
    inWindow++
  }
  if (inWindow === 0) throw new Error('its profile holds no sample of the time in which it was loaded')
  return { nodes: [...tree.values()], samples: inWindow }
}
