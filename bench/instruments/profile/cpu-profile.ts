/** Profiles: what the inspector of a runtime tells, checked, and as a tree of functions with the time that each had for itself. */
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
  /** `node:…`, `ext:…`, `file:…`; empty for the engine's own functions and for code made at run time. */
  url: string
  /** Counted from 1; 0 where there is none. */
  line: number
  /** Whether the engine knows a text of it; its own functions have none. */
  hasScript: boolean
  parent: CallNode | null
  /** Microseconds of a window in which it was at the top. */
  self: number
  /** Samples of the whole profile by the line that they found, counted from 1; empty where V8 does not tell. */
  lines: readonly { line: number; ticks: number }[]
}

/** A stretch of time, in µs of the system's monotonic clock. */
export interface Window {
  begin: number
  end: number
}

/** How a profile tells time. */
export interface Sampling {
  /** µs: what makes times of the profile those of the monotonic clock. */
  offset: number
  /** Null where samples are taken always, also while no JavaScript runs. */
  looks: Looks | null
}

/** What is known of a thread that takes a sample only where it finds JavaScript. */
interface Looks {
  /** How often it went to sleep within the window. */
  sleeps: number
  /** µs that it is told to sleep between two looks. */
  interval: number
}

const V8: Sampling = { offset: 0, looks: null }

export interface WindowProfile {
  nodes: CallNode[]
  /** Samples within the window. */
  samples: number
}

/**
 * Reads a profile and cuts it to a window: the time before each sample is that of the function that it found. Where no sample
 * is taken while no JavaScript runs, each stands for as long a time as lies between two looks of the sampler, and what is
 * missing of the window was not JavaScript's.
 * @param json what the inspector gave
 * @throws with what is wrong with it, in one line
 */
export function readCpuProfile(json: unknown, window: Window, { offset, looks }: Sampling = V8): WindowProfile {
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
  let time = startTime + offset
  let inWindow = 0
  const found = new Map<CallNode, number>()
  for (const [i, id] of samples.entries()) {
    const node = known(id)
    const before = time
    time += timeDeltas[i] as number
    const within = Math.min(time, window.end) - Math.max(before, window.begin)
    if (within <= 0) continue
    node.self += within
    found.set(node, (found.get(node) ?? 0) + 1)
    inWindow++
  }
  if (inWindow === 0) throw new Error('its profile holds no sample of the time in which it was loaded')
  const functions = [...tree.values()]
  if (looks === null) return { nodes: functions, samples: inWindow }
  const each = timeOfSample(window.end - window.begin, inWindow, looks)
  for (const node of functions) node.self = (found.get(node) ?? 0) * each
  const idle = window.end - window.begin - inWindow * each
  return { nodes: [...functions, { ...IDLE, self: idle }], samples: inWindow }
}

/** What V8 tells of the time in which no JavaScript runs. */
const IDLE: CallNode = { name: '(idle)', url: '', line: 0, hasScript: false, parent: null, self: 0, lines: [] }

/** How much longer than it is told JavaScriptCore's sampler sleeps at the most: the system wakes it when it can. */
const LATE = 1.3

/**
 * µs for which a sample of JavaScriptCore's stands. Its sampler sleeps once between two looks, and twice more in one that found
 * JavaScript: until that thread stands still, and until it goes on. So the looks that found none are known; what they do not
 * take of the window is the samples'. Where others have the CPU, a thread takes long to stand still, and its looks are longer.
 */
function timeOfSample(time: number, samples: number, { sleeps, interval }: Looks): number {
  const inVain = Math.max(0, sleeps - 3 * samples)
  const each = Math.min(time / (inVain + samples), LATE * interval)
  return (time - inVain * each) / samples
}
