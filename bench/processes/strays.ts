/** Finds processes that a server has started outside its process tree, where CPU time and memory are not measured. */
import { setTimeout as sleep } from 'node:timers/promises'
import { contentsOf, processStat } from './proc.ts'
import { everyPid, isAlive, isTagged, listenersOn, openFiles, processTree } from './processes.ts'

interface Leader {
  /** Pid of the server, which leads a process group. */
  pid: number
  port: number
  tag: string
}

/** Milliseconds in which a process that ends with its parent has ended, and between checks. */
const ENDS_WITH_PARENT = 200
const INTERVAL = 20

/** @throws naming a living process that descends from the server but has left its tree; never outside Linux */
export function assertInTree(leader: Leader): Promise<void> {
  return assertNoneLeft(async () => {
    const [stray, ...more] = await outsideTree(leader, descendantsOf(leader))
    const others = more.length > 0 ? ` and ${more.length} more processes` : ''
    return stray === undefined
      ? null
      : `started ${describeProcess(stray)}${others} outside its process tree, where CPU time and memory are not measured`
  })
}

/**
 * Reads the table of all connections, which takes milliseconds where there are thousands.
 * @throws naming a process outside the server's tree that listens on its port; never outside Linux
 */
export function assertOwnPort(leader: Leader): Promise<void> {
  return assertNoneLeft(async () => {
    const [other] = await otherListeners(leader)
    return other === undefined
      ? null
      : `shares its port with ${describeProcess(other)}, which is not its child`
  })
}

/** @throws with what is still found once processes that end with their parent have ended */
async function assertNoneLeft(find: () => Promise<string | null>): Promise<void> {
  for (let waited = 0; ; waited += INTERVAL) {
    const found = await find()
    if (found === null) return
    if (waited >= ENDS_WITH_PARENT) throw new Error(found)
    await sleep(INTERVAL)
  }
}

const describeProcess = (pid: number) =>
  `${contentsOf(`/proc/${pid}/comm`).trim() || 'a process'} (pid ${pid})`

/** Only a younger process can have inherited the group or the tag. */
function descendantsOf({ pid: leader, tag }: Leader): number[] {
  const { startedAt = 0 } = processStat(leader) ?? {}
  return everyPid().filter((pid) => {
    const stat = processStat(pid)
    return stat && stat.startedAt >= startedAt && (stat.group === leader || isTagged(pid, tag))
  })
}

async function otherListeners(leader: Leader): Promise<number[]> {
  const ownFiles = (await processTree(leader.pid)).flatMap(openFiles)
  const foreignListeners = listenersOn(leader.port).difference(new Set(ownFiles))
  if (foreignListeners.size === 0) return []
  return outsideTree(
    leader,
    everyPid().filter((pid) => openFiles(pid).some((file) => foreignListeners.has(file))),
  )
}

/** The tree is read last: a process that has just been started is in it. */
async function outsideTree({ pid: leader }: Leader, pids: readonly number[]): Promise<number[]> {
  if (pids.length === 0) return []
  const tree = new Set(await processTree(leader))
  return pids.filter((pid) => !tree.has(pid) && isAlive(pid))
}
