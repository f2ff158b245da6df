/** Parses and checks CPU profiles of the inspector, and turns them into a tree of functions with self times. */
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

/** A function in its call context. */
export interface CallNode {
  name: string
  /** `node:…`, `ext:…`, `file:…`; empty for the engine's own functions and for code made at run time. */
  url: string
  /** Whether the function has a script; the engine's own functions have none. */
  hasScript: boolean
  parent: CallNode | null
  /** Self time in the window, in µs. */
  self: number
  /** Samples of the whole profile by line (from 1); empty if V8 does not report lines. */
  lines: readonly { line: number; ticks: number }[]
}

/** An interval in µs of the system's monotonic clock. */
export interface Window {
  begin: number
  end: number
}

/** Timing of a profile. */
export interface Sampling {
  /** Unit: µs; added to the profile's times, it gives those of the monotonic clock. */
  offset: number
  /** Null if samples are also taken while no JavaScript runs. */
  looks: Looks | null
}

/** A sampling thread that takes a sample only while JavaScript runs. */
interface Looks {
  /** Number of its sleeps in the window. */
  sleeps: number
  /** Nominal sleep between two looks, in µs. */
  interval: number
}

const V8: Sampling = { offset: 0, looks: null }

/**
 * Parses a profile and cuts it to a window. The time before each sample counts for the function that the sample found. If no
 * samples are taken while no JavaScript runs, each sample counts for the mean time between two looks of the sampler, and the
 * rest of the window was not JavaScript.
 * @param json from the inspector
 * @throws with the reason on one line
 */
export function readCpuProfile(json: unknown, window: Window, { offset, looks }: Sampling = V8): CallNode[] {
  const parsed = CpuProfile.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`malformed profile: ${issue?.path.join('.') || 'as a whole'}: ${issue?.message}`)
  }
  const { nodes, samples, timeDeltas, startTime } = parsed.data
  if (samples.length === 0) throw new Error('empty profile: it has no samples')
  if (samples.length !== timeDeltas.length) {
    throw new Error(`truncated profile: ${samples.length} samples with ${timeDeltas.length} times`)
  }
  const tree = new Map<number, CallNode>()
  for (const { id, callFrame, positionTicks: lines = [] } of nodes) {
    const { functionName: name, url, scriptId } = callFrame
    const hasScript = scriptId !== '0'
    tree.set(id, { name, url, hasScript, parent: null, self: 0, lines })
  }
  const known = (id: number) => {
    const node = tree.get(id)
    if (!node) throw new Error(`truncated profile: it lacks the called function ${id}`)
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
  if (inWindow === 0) throw new Error('the profile has no sample in the window of the load')
  const functions = [...tree.values()]
  if (looks === null) return functions
  const each = timeOfSample(window.end - window.begin, inWindow, looks)
  for (const node of functions) node.self = (found.get(node) ?? 0) * each
  const idle = window.end - window.begin - inWindow * each
  return [...functions, { ...IDLE, self: idle }]
}

/** V8's node for the time in which no JavaScript runs. */
const IDLE: CallNode = { name: '(idle)', url: '', hasScript: false, parent: null, self: 0, lines: [] }

/** Maximum factor by which JavaScriptCore's sampler oversleeps: the system may wake it late. */
const LATE = 1.3

/**
 * Returns the µs that a sample of JavaScriptCore represents. Its sampler sleeps once between two looks, and twice more if it
 * found JavaScript: until that thread has stopped, and until it has resumed. So the number of looks without a sample is known;
 * the time that they do not take belongs to the samples. On a busy machine, stopping a thread takes longer.
 */
function timeOfSample(time: number, samples: number, { sleeps, interval }: Looks): number {
  const missed = Math.max(0, sleeps - 3 * samples)
  const each = Math.min(time / (missed + samples), LATE * interval)
  return (time - missed * each) / samples
}
